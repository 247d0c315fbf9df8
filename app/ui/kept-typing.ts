import { type RefObject, useEffect } from "react";

const KEY = "panel:typed:";

/**
 * Keeps what was typed into a form through a reload and through Back, as browsers do by themselves for pages that they
 * may store: in this tab alone, for this address alone, and given back once. Hidden fields go with it, so that what may
 * have been sent already isn't done twice, and is compared with the record that it was typed over.
 * @param isKept asked when the document goes: whether the form holds something that isn't saved
 */
export function useKeptTyping(form: RefObject<HTMLFormElement>, isKept: () => boolean): void {
  useEffect(() => {
    const key = KEY + window.location.pathname + window.location.search;
    const typed = take(key);
    if (form.current && typed) fill(form.current, typed);
    const keep = () => {
      if (form.current && isKept()) write(key, new FormData(form.current));
    };
    window.addEventListener("pagehide", keep);
    return () => window.removeEventListener("pagehide", keep);
  }, [form, isKept]);
}

function write(key: string, form: FormData): void {
  const fields = [...form].filter(([, value]) => typeof value === "string");
  try {
    sessionStorage.setItem(key, JSON.stringify(fields));
  } catch {
    // Storage may be forbidden or full.
  }
}

function take(key: string): Map<string, string> | undefined {
  try {
    const written = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return written === null ? undefined : new Map(JSON.parse(written) as [string, string][]);
  } catch {
    return undefined;
  }
}

function fill(form: HTMLFormElement, typed: Map<string, string>): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement)) continue;
    const value = typed.get(field.name);
    if (field.type === "checkbox") field.checked = value !== undefined;
    else if (value !== undefined) field.value = value;
    else continue;
    if (field.type !== "hidden") field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
