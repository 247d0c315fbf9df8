import { type RefObject, useCallback, useEffect, useRef } from "react";
import { useRootData } from "./root-data";
import { storeInTab, takeFromTab } from "./tab-storage";

/*
 * The tab's storage keeps a form's typed text
 * - while the page is hidden or after it was left: a reload or Back restores the text;
 * - while an error screen is shown in the form's place: its link or Back leads to the filled form.
 * Any other navigation within the app discards the text.
 */

const KEY = "panel:typed:";
/** In characters. A tab's sessionStorage has room for 5 million, which the ticked rows share. */
export const MAX_KEPT_LENGTH = 1_000_000;

/** A form's values by field name; an unticked box is missing. */
export type Typed = ReadonlyMap<string, string>;

type RestoredTyping = {
  /**
   * @param moment `pageHidden`: the page is hidden or left; `formRemoved`: React has removed the
   * form, and the text is kept only if an error screen replaces the form
   */
  isWorthRestoring: (form: HTMLFormElement, moment: "pageHidden" | "formRemoved") => boolean;
  /**
   * Called after the visible fields are filled. The caller must render its hidden fields from
   * `typed`: the old `formKey` keeps a form that was sent already from running twice, and the old
   * `base` shows which fields somebody else has changed meanwhile.
   */
  onRestored?: (typed: Typed) => void;
};

type Fields = [name: string, value: string][];

/** A form that React is removing. If an error screen replaces it, the screen's effect stores it. */
let removedForm: { key: string; address: string; fields: Fields } | undefined;

/** Restores typed text once after a reload or Back: for the same person and address. */
export function useRestoredTyping(form: RefObject<HTMLFormElement>, options: RestoredTyping): void {
  const latest = useRef(options);
  latest.current = options;
  const person = useRef<string>();
  person.current = useRootData().session?.person;
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const address = pageAddress();
    const key = `${KEY}${person.current}:${address}`;
    const typed = takeFields(key);
    if (typed) {
      fillUnchangedFields(element, typed);
      latest.current.onRestored?.(typed);
    }
    const storeOrDelete = () => {
      if (latest.current.isWorthRestoring(element, "pageHidden")) storeFields(key, fieldsOf(element));
      else deleteFields(key);
    };
    const onVisibility = () => {
      // Stores the text at once, because a phone may end a hidden page without another event.
      if (document.visibilityState === "hidden") storeOrDelete();
      else deleteFields(key);
    };
    window.addEventListener("pagehide", storeOrDelete);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      window.removeEventListener("pagehide", storeOrDelete);
      document.removeEventListener("visibilitychange", onVisibility);
      deleteFields(key);
      if (latest.current.isWorthRestoring(element, "formRemoved"))
        removedForm = { key, address, fields: fieldsOf(element) };
      // Before the microtask runs, an error screen's effect has read `removedForm`.
      queueMicrotask(() => {
        removedForm = undefined;
      });
    };
  }, [form]);
}

/**
 * For an error screen: stores the text of the form that the screen replaces.
 * @param wasSent whether the form was sent; the screen then has another address than the form
 * @returns a function that discards the text, for a link that opens the form's draft
 */
export function useTypingOfReplacedForm(wasSent = false): () => void {
  const key = useRef<string>();
  useEffect(() => {
    if (!removedForm || !(wasSent || removedForm.address === pageAddress())) return;
    key.current = removedForm.key;
    storeFields(removedForm.key, removedForm.fields);
  }, [wasSent]);
  return useCallback(() => {
    if (key.current) deleteFields(key.current);
  }, []);
}

function pageAddress(): string {
  return window.location.pathname + window.location.search;
}

function fieldsOf(form: HTMLFormElement): Fields {
  return [...new FormData(form)].filter((field): field is Fields[number] => typeof field[1] === "string");
}

/** @returns the fields as JSON; undefined above MAX_KEPT_LENGTH */
export function printTyped(fields: Fields): string | undefined {
  const length = fields.reduce((sum, [, value]) => sum + value.length, 0);
  return length <= MAX_KEPT_LENGTH ? JSON.stringify(fields) : undefined;
}

function storeFields(key: string, fields: Fields): void {
  const json = printTyped(fields);
  if (json !== undefined) storeInTab(key, json);
}

function takeFields(key: string): Typed | undefined {
  const json = takeFromTab(key);
  return json === undefined ? undefined : new Map(JSON.parse(json) as Fields);
}

function deleteFields(key: string): void {
  storeInTab(key, undefined);
}

/** Leaves out fields that the person changed before the scripts had loaded. */
function fillUnchangedFields(form: HTMLFormElement, typed: Typed): void {
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

/** Both fields have the same type. */
export function copyTyped(from: Field, to: Field): void {
  if (!(from instanceof HTMLInputElement && to instanceof HTMLInputElement)) to.value = from.value;
  else if (from.type === "file") to.files = from.files;
  else if (from.type === "checkbox" || from.type === "radio") to.checked = from.checked;
  else to.value = from.value;
}
