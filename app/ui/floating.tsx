import type { ReactNode } from "react";
import classes from "./floating.module.css";
import { useFocusReturned } from "./focus";

/** Over the page and always in view, so that it moves nothing and needs no scrolling. */
export function Floating({ children, role = "alert" }: { children: ReactNode; role?: "alert" | "status" }) {
  const onFocus = useFocusReturned(Boolean(children));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes where the focus came from
    <div
      role={role}
      onFocus={onFocus}
      className={classes.place}
      // Screen readers miss a status that is shown only together with its text.
      hidden={!children && role !== "status"}
      data-screen-only
    >
      {children && <div className={classes.content}>{children}</div>}
    </div>
  );
}
