import { Outlet } from "@remix-run/react";
import { MainArea, SkipLink } from "~/layouts/shell/main-area";

/** The style guide's layout: the screen alone, without header and footer. */
export default function StyleLayout() {
  return (
    <>
      <SkipLink />
      <MainArea>
        <Outlet />
      </MainArea>
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
