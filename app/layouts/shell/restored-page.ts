import { useWindowEvent } from "@mantine/hooks";
import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";

/**
 * Loads a page's data anew when Back restores it from the browser's memory, because its session may
 * have ended. @returns whether the server hasn't answered yet
 */
export function useRestoredPage(): boolean {
  const { revalidate, state } = useRevalidator();
  const [isChecking, setChecking] = useState(false);
  useWindowEvent("pageshow", ({ persisted }) => {
    if (!persisted) return;
    setChecking(true);
    revalidate();
  });
  useEffect(() => {
    if (state === "idle") setChecking(false);
  }, [state]);
  return isChecking;
}
