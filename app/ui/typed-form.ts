import { useLocation } from "@remix-run/react";

/** The browser history's state after a navigation by typing; `typed` is the form's id. */
export type TypedState = { typed: string };

/** @returns the id of the form in which typing caused the last navigation; else undefined */
export function useTypedForm(): string | undefined {
  const { state } = useLocation();
  return (state as TypedState | null)?.typed;
}
