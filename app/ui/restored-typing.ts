import { type RefObject, useEffect } from "react";

const KEY = "panel:typed:";

/**
 * Restores what was typed into a form after a reload and after Back, as browsers do by themselves for pages that they
 * may store: in this tab alone, for this address alone, and given back once. Hidden fields go with it, so that what may
 * have been sent already isn't done twice, and is compared with the record that it was typed over.
 * @param isWorthRestoring asked when the document goes: whether something in the form isn't saved
 */
export function useRestoredTyping(form: RefObject<HTMLFormElement>, isWorthRestoring: () => boolean): void {
  useEffect(() => {
    const key = KEY + window.location.pathname + window.location.search;
    const typed = take(key);
    if (form.current && typed) fill(form.current, typed);
    const save = () => {
      if (form.current && isWorthRestoring()) write(key, new FormData(form.current));
    };
    window.addEventListener("pagehide", save);
    return () => window.removeEventListener("pagehide", save);
  }, [form, isWorthRestoring]);
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
