import { useNavigation } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { type StalledRequests, stalledRequests, subscribeToStalled } from "./stalled-requests";

/** What waits for a connection; null while all is well, and on the server. */
export function useStalledRequests(): StalledRequests | null {
  return useSyncExternalStore(subscribeToStalled, stalledRequests, () => null);
}

/** The form that is on its way, undefined when none is; one that waits for a connection can be changed and sent again. */
export function useSentForm(): FormData | undefined {
  const { formMethod, formData } = useNavigation();
  const stalled = useStalledRequests();
  return formMethod === "POST" && !stalled?.sends ? formData : undefined;
}
