import { Outlet } from "@remix-run/react";
import { RouteErrorBoundary } from "~/layouts/shell/error-screen";
import { MainArea, SkipLink } from "~/layouts/shell/main-area";

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

export { RouteErrorBoundary as ErrorBoundary };
