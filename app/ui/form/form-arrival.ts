import { type Path, useLocation, useNavigationType } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/**
 * Returns a new key and focuses the first field for each new form, for instance after „Wyczyść
 * formularz”. A refused form isn't new.
 * @param actionData undefined if the server didn't refuse the form
 */
export function useFormArrival(actionData: unknown, firstFieldId: string): string {
  const location = useLocation();
  const action = useNavigationType();
  const [latest, setLatest] = useState({ location, arrival: location.key });
  const { arrival } = latest;
  if (latest.location.key !== location.key) {
    const isSameForm = actionData !== undefined || isJump(latest.location, location, action);
    setLatest({ location, arrival: isSameForm ? arrival : location.key });
  }
  const focusedArrival = useRef(arrival);
  useEffect(() => {
    if (focusedArrival.current !== arrival) document.getElementById(firstFieldId)?.focus();
    focusedArrival.current = arrival;
  }, [arrival, firstFieldId]);
  return arrival;
}

/**
 * Whether a navigation only scrolls: to `#email`, or by Back from `#email` to no fragment, but not
 * by a link without a fragment, which reloads the page.
 */
export function isJump(here: Path, there: Path, action: string): boolean {
  const isSamePage = here.pathname === there.pathname && here.search === there.search;
  return isSamePage && here.hash !== there.hash && (there.hash !== "" || action === "POP");
}
