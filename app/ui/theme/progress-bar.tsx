import "@mantine/core/styles/Progress.layer.css";
import "@mantine/nprogress/styles.layer.css";
import { NavigationProgress, nprogress } from "@mantine/nprogress";
import { useEffect } from "react";

/** The thin bar at the top of the window while a page is being loaded. */
export default function ProgressBar({ isBusy }: { isBusy: boolean }) {
  useEffect(() => {
    if (isBusy) nprogress.start();
    else nprogress.complete();
    return () => nprogress.complete();
  }, [isBusy]);
  return <NavigationProgress size={3} aria-hidden />;
}
