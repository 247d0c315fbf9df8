import { Outlet } from "@remix-run/react";
import { RouteErrorBoundary } from "~/layouts/shell/error-screen";
import { SkipLink } from "~/layouts/shell/skip-link";
import classes from "./style.module.css";

/** The style guide's layout: the whole width, nothing around it. */
export default function StyleLayout() {
  return (
    <>
      <SkipLink />
      <main id="content" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary };
