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

/** The root's error screen. No layout is rendered when the root fails. */
export function RootErrorBoundary() {
  return (
    <PublicFrame>
      <RouteErrorBoundary />
    </PublicFrame>
  );
}
