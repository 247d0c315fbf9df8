import { Outlet } from "@remix-run/react";
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

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
