import { Link, type LinkProps } from "@remix-run/react";
import type { ComponentProps } from "react";
import classes from "./button.module.css";

export type ButtonLook = {
  /** `filled`: the main action; `danger`: a risky main action; `outline`: another risky action. */
  variant?: "default" | "filled" | "danger" | "outline" | "light" | "subtle" | "muted";
  isSmall?: boolean;
};

export function buttonClass({ variant = "default", isSmall = false }: ButtonLook = {}, className = ""): string {
  return `${classes.button} ${classes[variant]} ${isSmall ? classes.small : ""} ${className}`.trim();
}

/** Not Mantine's: up to twenty on a page would be too slow (docs/decisions/0006-light-pages.md). */
export function Button({ variant, isSmall, className, ...rest }: ButtonLook & ComponentProps<"button">) {
  return <button type="button" {...rest} className={buttonClass({ variant, isSmall }, className)} />;
}

export function LinkButton({ variant, isSmall, className, ...rest }: ButtonLook & LinkProps) {
  return <Link {...rest} className={buttonClass({ variant, isSmall }, className)} />;
}
