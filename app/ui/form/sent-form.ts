import { useFetchers, useNavigation } from "@remix-run/react";
import { useStalledRequests } from "~/ui/connection/stalled-requests";

/** The form that is being sent. A form that waits for a connection isn't: it can be changed. */
export function useSentForm(): FormData | undefined {
  // A fetcher with an answer only loads the page's data again.
  const fetchers = useFetchers().filter(({ state, data }) => state === "submitting" || data === undefined);
  const sent = [useNavigation(), ...fetchers].find(({ formMethod }) => formMethod === "POST");
  const stalledRequests = useStalledRequests();
  return stalledRequests?.hasForm ? undefined : sent?.formData;
}
