import type { CSSProperties, ReactNode } from "react";
import classes from "./facts.module.css";
import theme from "./theme/components.module.css";

/** @param labelWidth puts the values of several cards below each other. */
export function Facts({ labelWidth, children }: { labelWidth?: string; children: ReactNode }) {
  return (
    <dl className={`${classes.facts} ${theme.lines}`} style={{ "--label-width": labelWidth } as CSSProperties}>
      {children}
    </dl>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
