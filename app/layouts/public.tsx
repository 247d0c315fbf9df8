import { Outlet } from "@remix-run/react";
import { PublicFrame } from "./shell/public-frame";

export default function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}
