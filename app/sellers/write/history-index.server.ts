import { blindFilter, blindTag, filterTest } from "~/.server/store/blind-index";
import { type HistoryEntry, recordedTexts } from "~/domain/history-entry";
import { fold, searchWords } from "~/domain/search";

/** Letters of the index; the second one is `undo`'s, or `none`. */
const LETTERS = { create: "c", update: "u", enable: "e", disable: "d", undo: "z", none: "-" } as const;
const NO_SELLER_TAG = "-".repeat(8);
const NAME_BYTES = 18;
const TEXT_BYTES = 63;
/** Base64url of whole groups of 3 bytes has 4 characters each. */
const NAME_END = 18 + NAME_BYTES * (4 / 3);

/** What was done, tags of author and seller, filters of the author's name and of the texts. */
export function historyIndex(entry: HistoryEntry): string {
  const { action, undoes, by, sellerId } = entry;
  return [
    LETTERS[action],
    undoes === undefined ? LETTERS.none : LETTERS.undo,
    authorTag(by.sub),
    sellerId === undefined ? NO_SELLER_TAG : sellerTag(sellerId),
    blindFilter(wordsOf(by.name ?? ""), NAME_BYTES),
    blindFilter(recordedTexts(entry).flatMap(wordsOf), TEXT_BYTES),
  ].join("");
}

const wordsOf = (text: string) => fold(text).split(/\s+/);

export const authorTag = (sub: string, keyId?: string) => blindTag(`author ${sub}`, keyId);
export const sellerTag = (id: string, keyId?: string) => blindTag(`seller ${id}`, keyId);

/** Of an index: the seller's tag, undefined without a seller. */
export function sellerTagIn(index: string): string | undefined {
  const tag = index.slice(10, 18);
  return tag === NO_SELLER_TAG ? undefined : tag;
}

export const authorTagIn = (index: string) => index.slice(2, 10);

export type IndexQuery = { kind: HistoryEntry["action"] | "undo" | ""; person: string; seller: string };

/** A test may accept too much, never too little: compare the entry itself, too. */
export function indexTests({ kind, person, seller }: IndexQuery, keyId: string) {
  const hasName = filterTest(searchWords(person), NAME_BYTES, keyId);
  const hasText = filterTest(searchWords(seller), TEXT_BYTES, keyId);
  const isKind = (index: string) => kind === "" || index[kind === "undo" ? 1 : 0] === LETTERS[kind];
  return {
    mayBeOfKindAndPerson: (index: string) => isKind(index) && hasName(index.slice(18, NAME_END)),
    mayHoldTexts: (index: string) => hasText(index.slice(NAME_END)),
  };
}
