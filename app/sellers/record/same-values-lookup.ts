import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef } from "react";
import { type UniqueField, uniqueFields } from "~/domain/seller-fields";
import { useHref } from "~/i18n/use-locale";
import { useSentForm } from "~/ui/connection/stalled-requests";
import type { SameValues } from "./same-values.server";

const PAUSE_MS = 300;

export type SameValuesLookupProps = {
  form: RefObject<HTMLFormElement>;
  saved: { [field in UniqueField]?: unknown };
  /** The seller's own id. */
  except?: string;
  onResult: Dispatch<SetStateAction<SameValues>>;
};

/**
 * Asks the server, a moment after typing, who has the same value already; never while the form is
 * being sent, because the seller that is being added would be found.
 */
export function SameValuesLookup({ form, saved, except, onResult }: SameValuesLookupProps): null {
  const href = useHref();
  // In a ref, because a new `saved` object must not cause another lookup.
  const latest = useRef({ saved, except, href });
  latest.current = { saved, except, href };
  const isSending = useSentForm() !== undefined;
  useEffect(() => {
    const element = form.current;
    if (!element || isSending) return;
    let timer: ReturnType<typeof setTimeout>;
    let lookup = new AbortController();
    const lookUp = async () => {
      const { saved, except, href } = latest.current;
      const values = uniqueFields.map((field) => [field, typedIn(element, field)] as const);
      const changed = values.filter(([field, value]) => value !== "" && value !== (saved[field] ?? ""));
      if (changed.length === 0) return onResult({});
      const query = new URLSearchParams(except ? { except } : {});
      for (const [field, value] of changed) query.set(field, value);
      const { signal } = lookup;
      try {
        const answer = await fetch(`${href("/sellers/same")}?${query}`, { signal, redirect: "manual" });
        const same: SameValues = answer.ok ? await answer.json() : {};
        if (!signal.aborted) onResult(same);
      } catch {
        if (!signal.aborted) onResult({});
      }
    };
    const lookUpLater = ({ target }: Event) => {
      const { name } = target as HTMLInputElement;
      const field = uniqueFields.find((unique) => unique === name);
      if (!field) return;
      clearTimeout(timer);
      lookup.abort();
      lookup = new AbortController();
      onResult(({ [field]: _gone, ...others }) => others);
      timer = setTimeout(lookUp, PAUSE_MS);
    };
    // The typing that mounted this part, or that a refused form sent at once, wasn't looked up yet.
    timer = setTimeout(lookUp, PAUSE_MS);
    element.addEventListener("input", lookUpLater);
    return () => {
      element.removeEventListener("input", lookUpLater);
      clearTimeout(timer);
      lookup.abort();
    };
  }, [form, isSending, onResult]);
  return null;
}

function typedIn(form: HTMLFormElement, name: string): string {
  return (form.elements.namedItem(name) as HTMLInputElement).value.trim();
}
