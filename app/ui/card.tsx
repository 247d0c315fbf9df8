import type { HTMLAttributes } from "react";
import { classNames } from "./class-names";
import classes from "./ui.module.css";

/** A bordered surface; a section with its own h2 names itself by `aria-labelledby`. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLElement>) {
  return <section {...rest} className={classNames(classes.card, className)} />;
}
