/*
 * Browsers' translators replace text nodes by <font> elements. React still works on the text nodes,
 * so removeChild and insertBefore throw, and texts never change (facebook/react#11538).
 */

/** Collects the nodes that were replaced before the app's scripts ran. */
type EarlyObserver = MutationObserver & { seen: MutationRecord[] };

declare global {
  interface Window {
    earlyTranslation?: EarlyObserver;
  }
}

const script =
  "{const o=window.earlyTranslation=new MutationObserver(r=>o.seen.push(...r.filter(x=>x.removedNodes.length)));o.seen=[];o.observe(document,{childList:true,subtree:true})}";

/** Watches a page that may be translated before the app's scripts run. */
export function EarlyTranslationScript({ nonce }: { nonce: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
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
/** Until hydration React needs every text as the server sent it, or would render the page anew. */
let isRootHydrated = false;

/**
 * Lets React work on a translated page. Until hydration each text is put back at once. A deferred
 * part that was translated before its hydration is rendered anew.
 */
export function guardTranslatedPage(): void {
  const observer = new MutationObserver(follow);
  const { earlyTranslation } = window;
  const earlyRecords = [...(earlyTranslation?.seen ?? []), ...(earlyTranslation?.takeRecords() ?? [])];
  earlyTranslation?.disconnect();
  delete window.earlyTranslation;
  observer.observe(document, { childList: true, subtree: true });
  follow(earlyRecords, observer);
  guardMethods();
}

function follow(records: MutationRecord[], observer: MutationObserver): void {
  const fonts = new Set(records.flatMap(({ addedNodes }) => [...addedNodes].filter(isFont)));
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
      isTranslated = true;
      translations.set(removed, font);
      observer.observe(removed, { characterData: true });
      if (!isRootHydrated) putBack(removed);
    }
  }
}

/** Finds the font that replaced the removed text, or was inserted beside it before the removal. */
function translationOf(removal: MutationRecord, fonts: Set<Node>): ChildNode | undefined {
  const { addedNodes, previousSibling, nextSibling } = removal;
  return [...addedNodes, previousSibling, nextSibling].find((node) => node && fonts.has(node)) as ChildNode | undefined;
}

/** Both methods behave differently only for a child that a translator has moved. */
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

/** Whether a translator took this child out of its parent, or deeper into it. */
function isMoved(child: Node, parent: Node): boolean {
  return child.parentNode !== parent && (isText(child) || parent.contains(child));
}

/** Called when the page is hydrated, except for its deferred parts. */
export function endRootHydration(): void {
  isRootHydrated = true;
}

/** Reports an error from which React has recovered, unless a translation may be its cause. */
export function reportRecovered(error: unknown): void {
  if (!isTranslated) reportError(error);
}

const isFont = (node: Node) => node.nodeName === "FONT";
const isText = (node: Node) => node.nodeType === Node.TEXT_NODE;
