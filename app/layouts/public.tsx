import { Outlet } from "@remix-run/react";
import { RouteErrorBoundary } from "~/layouts/shell/error-screen";
import { PublicFrame } from "~/layouts/shell/public-frame";

export default function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}

/** Where no layout stands any more, this one does. */
export function RootErrorBoundary() {
  return (
    <PublicFrame>
      <RouteErrorBoundary />
    </PublicFrame>
  );
}
