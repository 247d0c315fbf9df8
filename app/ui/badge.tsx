import type { ReactNode } from "react";
import classes from "./badge.module.css";

export function Badge({
  color,
  children,
}: {
  color?: "green" | "blue" | "yellow" | "red" | "gray";
  children: ReactNode;
}) {
  return (
    <span className={classes.badge} data-color={color}>
      {children}
    </span>
  );
}
