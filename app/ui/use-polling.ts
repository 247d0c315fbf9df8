import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { pauseWhileLeaving } from "./pause-while-leaving";

export function usePolling(isActive: boolean, ms: number): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isActive || state !== "idle") return;
    return pauseWhileLeaving(() => {
      const timer = setInterval(() => {
        if (document.visibilityState === "visible") revalidate();
      }, ms);
      return () => clearInterval(timer);
    });
  }, [isActive, ms, state, revalidate]);
}
