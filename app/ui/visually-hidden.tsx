import type { HTMLAttributes } from "react";
import classes from "./ui.module.css";

/** Text for those who listen to the page. */
export function VisuallyHidden(props: HTMLAttributes<HTMLSpanElement>) {
  return <span {...props} className={classes.hidden} />;
}
