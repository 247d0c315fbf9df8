import type { ReactNode } from "react";
import classes from "./facts.module.css";
import theme from "./theme/components.module.css";

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={`${classes.facts} ${theme.lines}`}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
