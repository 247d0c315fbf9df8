import { useNavigation } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { type HeldRequests, heldRequests, subscribeToHeld } from "./held-requests";

/** What waits for a connection; null while all is well, and on the server. */
export function useHeldRequests(): HeldRequests | null {
  return useSyncExternalStore(subscribeToHeld, heldRequests, () => null);
}

/** The form that is on its way, undefined when none is; one that waits for a connection can be changed and sent again. */
export function useSentForm(): FormData | undefined {
  const { formMethod, formData } = useNavigation();
  const held = useHeldRequests();
  return formMethod === "POST" && !held?.sends ? formData : undefined;
}
