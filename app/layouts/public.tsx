import { Outlet } from "@remix-run/react";
import type { ReactNode } from "react";
import { RouteErrorBoundary } from "~/components/error-screen";

function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1}>
      {children}
    </main>
  );
}

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
