import { Loader } from "@mantine/core";
import classes from "./spinner.module.css";

/** Covers the whole window while the person is on the way to or from the provider (docs/product.md §2). */
export function SpinnerOverlay({ text }: { text: string }) {
  return (
    <div className={classes.overlay} data-screen-only role="status" aria-live="polite">
      <Loader size={40} aria-hidden="true" />
      <p>{text}</p>
    </div>
  );
}
