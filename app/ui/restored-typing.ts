import { type RefObject, useCallback, useEffect, useRef } from "react";
import { useRootData } from "./root-data";

const KEY = "panel:typed:";

/** A form's fields by name; of a box that isn't ticked there is none. */
export type Typed = ReadonlyMap<string, string>;

type RestoredTyping = {
  /**
   * Whether something in the form isn't saved.
   * @param left an error's screen has taken the form's place, so whatever was being sent hasn't been taken
   */
  isWorthRestoring: (form: HTMLFormElement, left: boolean) => boolean;
  /**
   * Given what was put back. The caller renders the hidden fields from it, because React would overwrite them: with the old `formKey` a
   * form that was sent already isn't carried out twice, and with the old `base` it is compared with the record that it was typed over.
   */
  onRestored?: (typed: Typed) => void;
};

/** The fields and the page of a form that is being unmounted; gone after this commit. */
let gone: { key: string; place: string; fields: [string, string][] } | undefined;

/**
 * Restores what was typed into a form after a reload and after Back, as browsers do by themselves for pages that they
 * may store: in this tab alone, for this address and this person alone, and given back once. It is written down when the page is left or
 * only hidden, because a page that a phone ends in the background is told nothing more.
 */
export function useRestoredTyping(form: RefObject<HTMLFormElement>, options: RestoredTyping): void {
  const latest = useRef(options);
  latest.current = options;
  const person = useRef<string>();
  person.current = useRootData().session?.person;
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const place = placeOfPage();
    const key = `${KEY}${person.current}:${place}`;
    const typed = take(key);
    if (typed) {
      fill(element, typed);
      latest.current.onRestored?.(typed);
    }
    const keep = () => {
      if (latest.current.isWorthRestoring(element, false)) write(key, fieldsOf(element));
      else take(key);
    };
    const onVisibility = () => {
      if (document.visibilityState === "hidden") keep();
      else take(key);
    };
    window.addEventListener("pagehide", keep);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      window.removeEventListener("pagehide", keep);
      document.removeEventListener("visibilitychange", onVisibility);
      take(key);
      if (latest.current.isWorthRestoring(element, true)) gone = { key, place, fields: fieldsOf(element) };
      queueMicrotask(() => {
        gone = undefined;
      });
    };
  }, [form]);
}

/**
 * For error screens: has the form whose place the screen has taken come back filled in.
 * @param sentBack the form surely wasn't accepted. Without it that is taken for granted only at the form's own address: at another one
 * the form was accepted, and the page after it failed.
 * @returns a function that forgets the fields, for links that fill the form in by themselves
 */
export function useKeptTyping(sentBack = false): () => void {
  const key = useRef<string>();
  useEffect(() => {
    if (!gone || !(sentBack || gone.place === placeOfPage())) return;
    key.current = gone.key;
    write(gone.key, gone.fields);
  }, [sentBack]);
  return useCallback(() => {
    if (key.current) take(key.current);
  }, []);
}

function placeOfPage(): string {
  return window.location.pathname + window.location.search;
}

function fieldsOf(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === "string");
}

function write(key: string, fields: [string, string][]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(fields));
  } catch {
    // Storage may be forbidden or full.
  }
}

function take(key: string): Typed | undefined {
  try {
    const written = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return written === null ? undefined : new Map(JSON.parse(written) as [string, string][]);
  } catch {
    return undefined;
  }
}

/** Into every field that nobody has changed since the page came: scripts may be later than the first letters. */
function fill(form: HTMLFormElement, typed: Typed): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || field.type === "hidden" || isTouched(field)) continue;
    const value = typed.get(field.name);
    if (field.type === "checkbox") field.checked = value !== undefined;
    else if (value === undefined) continue;
    else if (field.type === "radio") field.checked = field.value === value;
    else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

function isTouched(field: HTMLInputElement): boolean {
  const box = field.type === "checkbox" || field.type === "radio";
  return box ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}
