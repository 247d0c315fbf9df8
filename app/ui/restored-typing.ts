import { type RefObject, useCallback, useEffect, useRef } from "react";
import { useRootData } from "./root-data";
import { storeInTab, takeFromTab } from "./tab-storage";

const KEY = "panel:typed:";
/** In characters. A tab's sessionStorage holds 5 million, and ticked rows are in it, too. */
export const MAX_KEPT_LENGTH = 1_000_000;

/** A form's fields by name; an unticked box is missing. */
export type Typed = ReadonlyMap<string, string>;

type RestoredTyping = {
  /**
   * @param isUnmounted false: the page was left or hidden; true: React has removed the form, and the
   * text is kept only if an error screen takes the form's place
   */
  isWorthRestoring: (form: HTMLFormElement, isUnmounted: boolean) => boolean;
  /**
   * Called after the fields are filled. The caller must render the hidden fields from `typed`. With
   * the old `formKey` a form that was sent already doesn't run twice; the old `base` is compared with
   * the record.
   */
  onRestored?: (typed: Typed) => void;
};

/**
 * The form that React is just unmounting. Its cleanup sets this variable, an error screen in its
 * place stores the fields (`useKeptTyping`), and a microtask clears the variable.
 */
let unmountedForm: { key: string; place: string; fields: [string, string][] } | undefined;

/**
 * Restores typed text after a reload or Back: in this tab, for this address and person, once. The
 * text is stored when the page is left or hidden, because a phone may end a hidden page silently.
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
      else forget(key);
    };
    const onVisibility = () => {
      if (document.visibilityState === "hidden") keep();
      // The page is visible again, and the form still holds the text.
      else forget(key);
    };
    window.addEventListener("pagehide", keep);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      window.removeEventListener("pagehide", keep);
      document.removeEventListener("visibilitychange", onVisibility);
      // Navigation within the document unmounts the form, and only an error screen keeps its text.
      forget(key);
      if (latest.current.isWorthRestoring(element, true)) unmountedForm = { key, place, fields: fieldsOf(element) };
      // An error screen's effect runs in the same commit, before this microtask.
      queueMicrotask(() => {
        unmountedForm = undefined;
      });
    };
  }, [form]);
}

/**
 * For an error screen: keeps the text of the form whose place it takes.
 * @param sentBack whether the form was sent, so that the screen has another address than the form
 * @returns a function that forgets the text, for links that open the form filled in
 */
export function useKeptTyping(sentBack = false): () => void {
  const key = useRef<string>();
  useEffect(() => {
    if (!unmountedForm || !(sentBack || unmountedForm.place === placeOfPage())) return;
    key.current = unmountedForm.key;
    write(unmountedForm.key, unmountedForm.fields);
  }, [sentBack]);
  return useCallback(() => {
    if (key.current) forget(key.current);
  }, []);
}

function placeOfPage(): string {
  return window.location.pathname + window.location.search;
}

function fieldsOf(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === "string");
}

/** @returns the fields as JSON; undefined above MAX_KEPT_LENGTH */
export function printTyped(fields: [string, string][]): string | undefined {
  const length = fields.reduce((sum, [, value]) => sum + value.length, 0);
  return length <= MAX_KEPT_LENGTH ? JSON.stringify(fields) : undefined;
}

function write(key: string, fields: [string, string][]): void {
  const json = printTyped(fields);
  if (json !== undefined) storeInTab(key, json);
}

function take(key: string): Typed | undefined {
  const json = takeFromTab(key);
  return json === undefined ? undefined : new Map(JSON.parse(json) as [string, string][]);
}

const forget = (key: string) => storeInTab(key, undefined);

/** Fills only unchanged fields, because people may type before the scripts have loaded. */
function fill(form: HTMLFormElement, typed: Typed): void {
  for (const field of form.elements) {
    if (!isTypedField(field) || isChanged(field)) continue;
    const value = typed.get(field.name);
    if (field.type === "checkbox") (field as HTMLInputElement).checked = value !== undefined;
    else if (value === undefined) continue;
    else if (field.type === "radio") (field as HTMLInputElement).checked = field.value === value;
    else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether the element is a field in which people type or choose. */
export function isTypedField(element: Element): element is Field {
  return element.matches("input:not([type=hidden], [type=submit], [type=button]), textarea, select");
}

export function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.defaultSelected && !option.selected);
  }
  if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) {
    return field.checked !== field.defaultChecked;
  }
  return field.value !== field.defaultValue;
}

/** Copies what a person typed, chose or ticked from one field into another of the same kind. */
export function copyTyped(from: Field, to: Field): void {
  if (!(from instanceof HTMLInputElement && to instanceof HTMLInputElement)) to.value = from.value;
  else if (from.type === "file") to.files = from.files;
  else if (from.type === "checkbox" || from.type === "radio") to.checked = from.checked;
  else to.value = from.value;
}
