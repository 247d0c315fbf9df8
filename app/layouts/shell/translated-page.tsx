/*
 * Browsers' translators replace text nodes by <font> elements. React keeps the text nodes, so that
 * removeChild and insertBefore would throw, and texts never change (facebook/react#11538).
 */

/** Collects the nodes that were replaced before the app's scripts came. */
type EarlyObserver = MutationObserver & { seen: MutationRecord[] };

declare global {
  interface Window {
    earlyTranslation?: EarlyObserver;
  }
}

const script =
  "{const o=window.earlyTranslation=new MutationObserver(r=>o.seen.push(...r.filter(x=>x.removedNodes.length)));o.seen=[];o.observe(document,{childList:true,subtree:true})}";

/** Watches a page that may be translated before its scripts have come. */
export function EarlyTranslationScript({ nonce }: { nonce: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}

/** The translation that the page shows in place of a text node. */
const translations = new WeakMap<Node, ChildNode>();

function putBack(text: Node): void {
  translations.get(text)?.replaceWith(text);
  translations.delete(text);
}

/** For a text that is back, e.g. because the translator was told to "Show original". */
function removeTranslation(text: Node): void {
  translations.get(text)?.remove();
  translations.delete(text);
}

let isTranslated = false;
/** Before hydration React needs every text as the server sent it, or renders the page anew. */
let isRootHydrated = false;

/**
 * Lets React work on a translated page. Until React has taken over the page, each text is put back
 * at once. A deferred part that was translated before React took it over is rendered anew.
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
    // React changed a text whose translation is shown. Once it is back, it is translated anew.
    if (record.type === "characterData") putBack(record.target);
    for (const added of record.addedNodes) if (added.isConnected) removeTranslation(added);
    for (const removed of record.removedNodes) {
      if (!isText(removed) || removed.isConnected) continue;
      const font = translationOf(record, fonts);
      if (!font) continue;
      // A font translates one text.
      fonts.delete(font);
      isTranslated = true;
      translations.set(removed, font);
      observer.observe(removed, { characterData: true });
      if (!isRootHydrated) putBack(removed);
    }
  }
}

/** The font took the removed text's place, or was put beside the text before its removal. */
function translationOf(removal: MutationRecord, fonts: Set<Node>): ChildNode | undefined {
  const { addedNodes, previousSibling, nextSibling } = removal;
  return [...addedNodes, previousSibling, nextSibling].find((node) => node && fonts.has(node)) as ChildNode | undefined;
}

/** Changes both methods only for a child that isn't where React believes it to be. */
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

/** To be called once React has taken over the page, but for its deferred parts. */
export function endRootHydration(): void {
  isRootHydrated = true;
}

/** Reports an error from which React has recovered, unless a translation may be its cause. */
export function reportRecovered(error: unknown): void {
  if (!isTranslated) reportError(error);
}

const isFont = (node: Node) => node.nodeName === "FONT";
const isText = (node: Node) => node.nodeType === Node.TEXT_NODE;
