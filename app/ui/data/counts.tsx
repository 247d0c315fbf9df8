import type { ReactNode } from "react";
import classes from "./counts.module.css";

type CountsProps = { items: readonly { name: string; count: ReactNode; bad?: boolean }[] };

/** A few numbers side by side, each under its name. */
export function Counts({ items }: CountsProps) {
  return (
    <dl className={classes.counts}>
      {items.map(({ name, count, bad }) => (
        <div key={name} data-bad={bad || undefined}>
          <dt>{name}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}
