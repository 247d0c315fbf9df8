import { useLocation } from "@remix-run/react";

/** The state of a history entry that follows typing: `typed` is the form's id. */
export type TypedState = { typed: string };

/** The id of the form in which typing led to this history entry. */
export function useTypedForm(): string | undefined {
  const { state } = useLocation();
  return (state as TypedState | null)?.typed;
}
