import { type ReactNode, Suspense } from "react";
import { copyTyped, type Field, isChanged, isTypedField } from "~/ui/restored-typing";
import { reportRecoveredError } from "./report-browser-errors";

/*
 * Other programs change the page's elements. A password manager adds an icon beside a field before
 * hydration: React then renders that part again, with new, empty fields. A translator replaces text
 * nodes by <font> elements: React still changes, moves and removes the text nodes, which are no
 * longer in the page (facebook/react#11538).
 */

/** `Suspense` limits what React renders again if another program changed this part. */
export function SeparatePart({ children }: { children: ReactNode }) {
  return <Suspense fallback={null}>{children}</Suspense>;
}

/** Called before hydration. */
export function guardForeignChanges(): void {
  isTranslated = document.querySelector("font") !== null;
  observer?.observe(document, { childList: true, subtree: true });
  focusedElement = document.activeElement;
  document.addEventListener("focusin", rememberFocus);
  guardDomMethods();
}

/** React calls this after it has rendered a changed part again. */
export function onRecoverableError(error: unknown): void {
  const records = observer?.takeRecords() ?? [];
  followTranslator(records);
  moveTypingToNewFields(records);
  if (!isTranslated) reportRecoveredError(error);
}

const observer = import.meta.env.SSR ? undefined : new MutationObserver(followTranslator);
let isTranslated = false;

/** The <font> that is in the page in place of each translated text node. */
const fonts = new WeakMap<Node, ChildNode>();

function followTranslator(records: MutationRecord[]): void {
  const newFonts = new Set(records.flatMap(({ addedNodes }) => [...addedNodes].filter(isFont)));
  isTranslated ||= newFonts.size > 0;
  for (const record of records) {
    if (record.type === "characterData") showChangedText(record.target);
    for (const added of record.addedNodes) if (added.isConnected) removeFont(added);
    for (const removed of record.removedNodes) {
      if (!isText(removed) || removed.isConnected) continue;
      const font = findFont(record, newFonts);
      if (!font) continue;
      newFonts.delete(font);
      fonts.set(removed, font);
      observer?.observe(removed, { characterData: true });
    }
  }
}

/** Puts a text that React has changed in place of its <font>. The translator translates it anew. */
function showChangedText(text: Node): void {
  fonts.get(text)?.replaceWith(text);
  fonts.delete(text);
}

/** For a text that is in the page again, for example after the translator's "Show original". */
function removeFont(text: Node): void {
  fonts.get(text)?.remove();
  fonts.delete(text);
}

/** Translators add the <font> in the same change as they remove the text, or earlier beside it. */
function findFont(removal: MutationRecord, newFonts: Set<Node>): ChildNode | undefined {
  const { addedNodes, previousSibling, nextSibling } = removal;
  const candidates = [...addedNodes, previousSibling, nextSibling] as (ChildNode | null)[];
  return candidates.find((node) => node !== null && newFonts.has(node)) ?? undefined;
}

/** Makes both methods accept a replaced text. Otherwise they throw, and the page fails. */
function guardDomMethods(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (!isReplaced(child, this)) return removeChild.call(this, child) as T;
    const shown: unknown = fonts.get(child) ?? child;
    (shown as ChildNode).remove();
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    if (!before || !isReplaced(before, this)) return insertBefore.call(this, node, before) as T;
    let reference: Node | null = fonts.get(before) ?? before;
    while (reference && reference.parentNode !== this) reference = reference.parentNode;
    return insertBefore.call(this, node, reference) as T;
  };
}

/** Whether a translator has removed the text node, or has put an element around the child. */
function isReplaced(child: Node, parent: Node): boolean {
  return child.parentNode !== parent && (isText(child) || parent.contains(child));
}

let focusedElement: EventTarget | null = null;
/** The element that had the focus when React removed it. */
let removedFocusedElement: EventTarget | null = null;

function rememberFocus({ target }: FocusEvent): void {
  // A new field with `autoFocus` gets the focus right after the removal of the old, focused field.
  if (focusedElement instanceof Node && !focusedElement.isConnected) removedFocusedElement = focusedElement;
  focusedElement = target;
}

/** Moves the focus, the typed text and the ticks from removed fields to the new ones. */
function moveTypingToNewFields(records: MutationRecord[]): void {
  const removed = fieldsIn(records.flatMap(({ removedNodes }) => [...removedNodes]));
  const added = fieldsIn(records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.isConnected));
  const lastFocused = removed.includes(focusedElement as Field) ? focusedElement : removedFocusedElement;
  for (const oldField of removed) {
    const newField = added.find((field) => isSameField(oldField, field));
    if (!newField) continue;
    // Two fields may have the same name, so each new field is used once.
    added.splice(added.indexOf(newField), 1);
    if (isChanged(oldField)) copyTyped(oldField, newField);
    if (oldField === lastFocused) newField.focus({ preventScroll: true });
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
