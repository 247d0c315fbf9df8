import { type ReactNode, Suspense } from "react";
import { copyTyped, type Field, isChanged, isTypedField } from "~/ui/restored-typing";
import { reportRecovered } from "./report-browser-errors";

/*
 * Other programs change the page: a password manager adds an icon beside a field, and a translator
 * replaces text nodes by <font> elements. A part that was changed before hydration is rendered anew.
 * After hydration React still works on the text nodes that the translator took out of the page: its
 * removeChild and insertBefore throw, and a text on the screen stays as it is when React changes it
 * (facebook/react#11538).
 */

/** If another program changed this part before hydration, React renders only this part anew. */
export function SeparatePart({ children }: { children: ReactNode }) {
  return <Suspense fallback={null}>{children}</Suspense>;
}

/** The shown translation of each replaced text node. */
const translations = new WeakMap<Node, ChildNode>();

function putBack(text: Node): void {
  translations.get(text)?.replaceWith(text);
  translations.delete(text);
}

/** Called when a text is in the page again, e.g. after the translator's "Show original". */
function removeTranslation(text: Node): void {
  translations.get(text)?.remove();
  translations.delete(text);
}

let isTranslated = false;
const observer = import.meta.env.SSR ? undefined : new MutationObserver(followTranslations);

/** Called before hydration. */
export function guardForeignChanges(): void {
  isTranslated = document.querySelector("font") !== null;
  observer?.observe(document, { childList: true, subtree: true });
  focused = document.activeElement;
  document.addEventListener("focusin", noteFocus);
  guardMethods();
}

/** React calls this for each error of a hydration, once it has rendered the part anew. */
export function onRecoverableError(error: unknown): void {
  const records = observer?.takeRecords() ?? [];
  followTranslations(records);
  moveTyping(records);
  if (!isTranslated) reportRecovered(error);
}

function followTranslations(records: MutationRecord[]): void {
  const fonts = new Set(records.flatMap(({ addedNodes }) => [...addedNodes].filter(isFont)));
  isTranslated ||= fonts.size > 0;
  for (const record of records) {
    // React changed a text whose translation is shown. The translator translates it again.
    if (record.type === "characterData") putBack(record.target);
    for (const added of record.addedNodes) if (added.isConnected) removeTranslation(added);
    for (const removed of record.removedNodes) {
      if (!isText(removed) || removed.isConnected) continue;
      const font = translationOf(record, fonts);
      if (!font) continue;
      // A font element translates one text.
      fonts.delete(font);
      translations.set(removed, font);
      observer?.observe(removed, { characterData: true });
    }
  }
}

/** Finds the font that replaced the removed text, or was inserted beside it before the removal. */
function translationOf(removal: MutationRecord, fonts: Set<Node>): ChildNode | undefined {
  const { addedNodes, previousSibling, nextSibling } = removal;
  return [...addedNodes, previousSibling, nextSibling].find((node) => node && fonts.has(node)) as ChildNode | undefined;
}

/** Replaces both methods so that they don't throw for a child that a translator has moved. */
function guardMethods(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (!isMoved(child, this)) return removeChild.call(this, child) as T;
    const translation: unknown = translations.get(child) ?? child;
    (translation as ChildNode).remove();
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    if (!before || !isMoved(before, this)) return insertBefore.call(this, node, before) as T;
    let place: Node | null = translations.get(before) ?? before;
    while (place && place.parentNode !== this) place = place.parentNode;
    return insertBefore.call(this, node, place) as T;
  };
}

/** Whether a translator took this child out of its parent, or wrapped it in an element of its own. */
function isMoved(child: Node, parent: Node): boolean {
  return child.parentNode !== parent && (isText(child) || parent.contains(child));
}

/** The field that has the focus, and the one that had it when React removed it. */
let focused: EventTarget | null = null;
let removedFocused: EventTarget | null = null;

function noteFocus({ target }: FocusEvent): void {
  // React focuses a new field with `autoFocus` while the old fields have just been removed.
  if (focused instanceof Node && !focused.isConnected) removedFocused = focused;
  focused = target;
}

/** Moves the focus, and what was typed or ticked, from removed fields to those in their place. */
function moveTyping(records: MutationRecord[]): void {
  const removed = fieldsIn(records.flatMap(({ removedNodes }) => [...removedNodes]));
  const added = fieldsIn(records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.isConnected));
  const lastFocused = removed.includes(focused as Field) ? focused : removedFocused;
  for (const field of removed) {
    const place = added.findIndex((other) => isSameField(field, other));
    const [successor] = place < 0 ? [] : added.splice(place, 1);
    if (!successor) continue;
    if (isChanged(field)) copyTyped(field, successor);
    if (field === lastFocused) successor.focus({ preventScroll: true });
  }
}

function fieldsIn(nodes: Node[]): Field[] {
  return nodes.flatMap((node) =>
    node instanceof Element ? [node, ...node.querySelectorAll("*")].filter(isTypedField) : [],
  );
}

function isSameField(one: Field, other: Field): boolean {
  const isChoice = one.type === "checkbox" || one.type === "radio";
  return one.name === other.name && one.type === other.type && (!isChoice || one.value === other.value);
}

const isFont = (node: Node) => node.nodeName === "FONT";
const isText = (node: Node) => node.nodeType === Node.TEXT_NODE;
