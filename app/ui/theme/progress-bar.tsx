import "@mantine/core/styles/Progress.css";
import "@mantine/nprogress/styles.css";
import { NavigationProgress, nprogress } from "@mantine/nprogress";
import { useEffect } from "react";
import { MantineRegion } from "./mantine";

/** The thin bar at the top of the window while a page is being loaded. */
export default function ProgressBar({ busy }: { busy: boolean }) {
  useEffect(() => {
    if (busy) nprogress.start();
    else nprogress.complete();
    return () => nprogress.complete();
  }, [busy]);
  return (
    <MantineRegion>
      <NavigationProgress size={3} aria-hidden />
    </MantineRegion>
  );
}
