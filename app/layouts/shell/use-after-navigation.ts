import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Does something each time that the browser has come to where it was on its way to, without a new document. */
export function useAfterNavigation(act: () => void): void {
  const { state } = useNavigation();
  const before = useRef(state);
  useEffect(() => {
    const ended = before.current !== "idle" && state === "idle";
    before.current = state;
    if (ended) act();
  });
}
