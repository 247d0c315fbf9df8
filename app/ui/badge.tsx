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

/** A dot and a word for the usual state, where a badge shows the unusual one. */
export function Dot({ children }: { children: ReactNode }) {
  return <span className={classes.dot}>{children}</span>;
}
