import "@mantine/core/styles/Progress.layer.css";
import "@mantine/nprogress/styles.layer.css";
import { NavigationProgress, nprogress } from "@mantine/nprogress";
import { useEffect } from "react";

export default function ProgressBar({ isBusy }: { isBusy: boolean }) {
  useEffect(() => {
    if (isBusy) nprogress.start();
    else nprogress.complete();
    return () => nprogress.complete();
  }, [isBusy]);
  return <NavigationProgress size={3} aria-hidden />;
}
