import { useLocation, useNavigationType } from "@remix-run/react";
import { useEffect, useState } from "react";

/** The row whose record was opened last, until the list is seen again. */
let opened: string | undefined;

export function rememberOpened(rowId: string | undefined): void {
  opened = rowId;
}

/**
 * After a record, reading goes on at its row: the one that the URL's fragment names or, for the browser's Back, the one
 * that was opened. ScrollRestoration scrolls there; without scripts the browser does.
 * @returns the row's id, for its look: `:target` doesn't see where a script went
 */
export function useReturnedRow(): string | undefined {
  const { hash, key } = useLocation();
  const back = useNavigationType() === "POP";
  const [returned, setReturned] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation is a return, or none
  useEffect(() => {
    const id = hash ? decoded(hash.slice(1)) : back ? opened : undefined;
    const row = id ? document.getElementById(id)?.closest("tr") : undefined;
    row?.querySelector("a")?.focus({ preventScroll: true });
    setReturned(row ? id : undefined);
    opened = undefined;
  }, [key, hash, back]);
  return returned;
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
