import type { ReactNode } from "react";
import { classNames } from "./class-names";
import classes from "./ui.module.css";

/** A short state beside a name: „aktywne”, „nieaktywne”. */
export function Badge({
  kind = "neutral",
  children,
}: {
  kind?: "neutral" | "success" | "warning" | "error";
  children: ReactNode;
}) {
  return <span className={classNames(classes.badge, kind !== "neutral" && classes[kind])}>{children}</span>;
}
