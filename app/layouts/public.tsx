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

/** The root's own error screen: where the root fails, no layout frames it. */
export function RootErrorBoundary() {
  return (
    <PublicFrame>
      <RouteErrorBoundary />
    </PublicFrame>
  );
}
