import { cleanText } from "~/domain/clean-text";
import type { HistoryEntry } from "~/domain/history-entry";
import { fold, searchWords } from "~/domain/search";
import { textFields } from "~/domain/seller-fields";

/** What was done; `undo` is any change that took back another one. */
export const kinds = ["create", "update", "enable", "disable", "undo"] as const;
type Kind = (typeof kinds)[number];

/** Which changes a page of the history is about, besides its days: as it stands in the URL, "" for all. */
export type HistoryFilter = {
  /** Words of the name of whoever made the change. */
  person: string;
  kind: Kind | "";
  /** What a seller is searched for by, as on the list. */
  seller: string;
};

/** Longer text, in characters, is cut: nobody types it. */
const MAX_LENGTH = 100;

/** Reads a filter from a URL, where anything may stand: what isn't allowed filters nothing. */
export function parseHistoryFilter(params: URLSearchParams): HistoryFilter {
  const text = (name: string) => cleanText((params.get(name) ?? "").slice(0, MAX_LENGTH));
  const kind = kinds.find((one) => one === params.get("kind")) ?? "";
  return { person: text("person"), kind, seller: text("seller") };
}

export function isFiltered({ person, kind, seller }: HistoryFilter): boolean {
  return person !== "" || kind !== "" || seller !== "";
}

/** Whether a change is of the kind, and made by a person, that a filter asks for. */
export function isOfKindAndPerson(entry: HistoryEntry, { person, kind }: HistoryFilter): boolean {
  const isKind = kind === "" || (kind === "undo" ? entry.undoes !== undefined : entry.action === kind);
  return isKind && holdsWords(entry.by.name ?? "", person);
}

/** Whether the values before or after a change, or its seller's name, hold what a seller is searched for by. */
export function isOfSeller(entry: HistoryEntry, { seller }: HistoryFilter): boolean {
  const recorded = entry.action === "create" ? [entry.after] : [entry.before, entry.after];
  const texts = recorded.map((values) => `${entry.sellerName} ${textFields.map((field) => values[field]).join(" ")}`);
  return texts.some((text) => holdsWords(text, seller));
}

function holdsWords(text: string, searched: string): boolean {
  const folded = fold(text);
  return searchWords(searched).every((word) => folded.includes(word));
}
