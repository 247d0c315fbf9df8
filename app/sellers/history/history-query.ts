import { cleanText } from "~/domain/clean-text";
import { type ChangedField, changeableFields } from "~/domain/history-entry";

/** `undo` finds each change that undid another change, whatever its action is. */
export const kinds = ["create", "update", "enable", "disable", "undo"] as const;
type Kind = (typeof kinds)[number];

export const periods = ["today", "week", "month"] as const;

export type ShownRange = {
  period: (typeof periods)[number] | "days" | "";
  /** YYYY-MM-DD, empty, or the typed text if it is no day. */
  from: string;
  to: string;
};

/** An empty text matches everything. */
export type HistoryFilter = {
  /** Words of the author's name. */
  person: string;
  kind: Kind | "";
  field: ChangedField | "";
  /** Searched in the seller's fields, as on the list. */
  seller: string;
};

export const MAX_TEXT = 100;

export function parseHistoryFilter(params: URLSearchParams): HistoryFilter {
  const text = (name: string) => cleanText((params.get(name) ?? "").slice(0, MAX_TEXT));
  const kind = kinds.find((one) => one === params.get("kind")) ?? "";
  const field = changeableFields.find((one) => one === params.get("field")) ?? "";
  return { person: text("person"), kind, field, seller: text("seller") };
}

type Filters = { range: ShownRange; filter: HistoryFilter };

export function filterParams({ range: { period, from, to }, filter }: Filters): Record<string, string> {
  return { period: period === "days" ? "" : period, from, to, ...filter };
}

/** Counts chosen days as one filter. */
export function countFilters(filters: Filters): number {
  const { period, from, to, ...others } = filterParams(filters);
  return [period || from || to, ...Object.values(others)].filter(Boolean).length;
}

/** For example `1763980320000.a1B2c3D4`: a change's time and the hash of its id. */
const CURSOR = /^\d{1,15}\.[\w-]{8}$/;

/** A page begins after a cursor, so that new entries don't shift the pages. */
export type HistoryPlace = {
  /** The page has only entries older than this cursor. Absent on the first page. */
  before?: string;
  /** When the first page was read, in ms since the epoch. No page shows newer entries. */
  asOf?: number;
  /** The `before` of each page between the first page and this page. */
  trail: string[];
};

/** How many pages „Nowsze” can go back. Then „Nowsze” leads to the first page. */
const MAX_TRAIL = 20;
/** No cursor contains an asterisk, and a URL needn't encode it. */
const SEPARATOR = "*";
const MS = /^\d{1,15}$/;

export function parseHistoryPlace(params: URLSearchParams): HistoryPlace {
  const before = params.get("before") ?? "";
  const asOf = params.get("asOf") ?? "";
  const trail = (params.get("trail") ?? "").split(SEPARATOR);
  return {
    ...(isCursor(before) ? { before } : {}),
    ...(MS.test(asOf) ? { asOf: Number(asOf) } : {}),
    trail: isCursor(before) ? trail.filter(isCursor).slice(-MAX_TRAIL) : [],
  };
}

function isCursor(text: string): boolean {
  return CURSOR.test(text);
}

export function printHistoryPlace({ before, asOf, trail }: HistoryPlace): Record<string, string> {
  return {
    ...(before ? { before } : {}),
    ...(asOf === undefined ? {} : { asOf: String(asOf) }),
    ...(trail.length > 0 ? { trail: trail.join(SEPARATOR) } : {}),
  };
}

export function olderPlace(place: HistoryPlace, older: string, now: number): HistoryPlace {
  const { before, asOf = now, trail } = place;
  return { before: older, asOf, trail: before === undefined ? [] : [...trail, before].slice(-MAX_TRAIL) };
}

export function newerPlace({ before, asOf, trail }: HistoryPlace): HistoryPlace | undefined {
  if (before === undefined) return undefined;
  return { before: trail.at(-1), asOf, trail: trail.slice(0, -1) };
}
