import { Outlet } from "@remix-run/react";

export default function StyleLayout() {
  return (
    <main id="content">
      <Outlet />
    </main>
  );
}
