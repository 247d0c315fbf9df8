import { useFetchers, useNavigation } from "@remix-run/react";
import { useStalledRequests } from "~/ui/connection/stalled-requests";

/** @returns the form that is being sent, unless it waits for a connection and can be changed */
export function useSentForm(): FormData | undefined {
  // A fetcher that has its action's data is only reloading the page's data.
  const fetchers = useFetchers().filter(({ state, data }) => state === "submitting" || data === undefined);
  const sent = [useNavigation(), ...fetchers].find(({ formMethod }) => formMethod === "POST");
  const stalledRequests = useStalledRequests();
  return stalledRequests?.hasForm ? undefined : sent?.formData;
}
