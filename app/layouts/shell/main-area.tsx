import type { ReactNode } from "react";
import classes from "./main-area.module.css";

/** Where the page stands below the header: as wide as it is read well, with docs/product.md §9's space around it. */
export function MainArea({ children }: { children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className={classes.main}>
      {children}
    </main>
  );
}
