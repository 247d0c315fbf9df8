import { Link, type LinkProps } from "@remix-run/react";
import type { ButtonHTMLAttributes } from "react";
import { classNames } from "./class-names";
import classes from "./ui.module.css";

type Look = {
  /** `primary` once per page; `danger` for what takes something away; `subtle` beside others. */
  variant?: "primary" | "default" | "subtle" | "danger";
  size?: "default" | "small";
};

function lookOf({ variant = "default", size = "default" }: Look, given?: string): string {
  return classNames(
    classes.button,
    variant !== "default" && classes[variant],
    size === "small" && classes.small,
    given,
  );
}

/** A plain `<button>`; its type is `submit` unless said otherwise, as in HTML. */
export function Button({ variant, size, className, ...rest }: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button {...rest} className={lookOf({ variant, size }, className)} />;
}

/** A link that looks like a button: for going somewhere, never for changing something. */
export function LinkButton({ variant, size, className, ...rest }: Look & LinkProps) {
  return <Link {...rest} className={lookOf({ variant, size }, className)} />;
}
