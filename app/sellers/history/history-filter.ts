import { cleanText } from "~/domain/clean-text";
import { type ChangedField, changeableFields } from "~/domain/history-entry";

/** `undo` is any change that took back another one. */
export const kinds = ["create", "update", "enable", "disable", "undo"] as const;
type Kind = (typeof kinds)[number];

/** The filters in a history page's URL, besides its days. An empty one matches everything. */
export type HistoryFilter = {
  /** Words of the author's name. */
  person: string;
  kind: Kind | "";
  /** A field that the change gave another value. */
  field: ChangedField | "";
  /** Searched in a seller's fields, as on the list. */
  seller: string;
};

/** In characters, of a name or a search. */
export const MAX_TEXT = 100;

/** An invalid parameter filters nothing. */
export function parseHistoryFilter(params: URLSearchParams): HistoryFilter {
  const text = (name: string) => cleanText((params.get(name) ?? "").slice(0, MAX_TEXT));
  const kind = kinds.find((one) => one === params.get("kind")) ?? "";
  const field = changeableFields.find((one) => one === params.get("field")) ?? "";
  return { person: text("person"), kind, field, seller: text("seller") };
}

export function isHistoryFiltered({ person, kind, field, seller }: HistoryFilter): boolean {
  return [person, kind, field, seller].some((one) => one !== "");
}

type Filters = { range: { from: string; to: string }; filter: HistoryFilter };

export function filterParams({ range, filter }: Filters): Record<string, string> {
  return { from: range.from, to: range.to, ...filter };
}

/** Leaves empty parameters out. */
export function addressWith(pathname: string, params: Record<string, string | null | undefined>): string {
  const filled = Object.entries(params).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return filled.length > 0 ? `${pathname}?${new URLSearchParams(filled)}` : pathname;
}
