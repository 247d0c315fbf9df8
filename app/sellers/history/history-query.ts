import { cleanText } from "~/domain/clean-text";
import { type ChangedField, changeableFields } from "~/domain/history-entry";

/** `undo`: changes that undid another change, whatever they did. */
export const kinds = ["create", "update", "enable", "disable", "undo"] as const;
type Kind = (typeof kinds)[number];

/** Days up to today: 1, 7 and 30. Any other range is „Wybrane dni…”, whose days the URL names. */
export const periods = ["today", "week", "month"] as const;

export type ShownRange = {
  period: (typeof periods)[number] | "days" | "";
  /** YYYY-MM-DD, empty, or an invalid text as it was typed. */
  from: string;
  to: string;
};

/** The filters in a history page's URL, besides its days. An empty text matches everything. */
export type HistoryFilter = {
  /** Words of the author's name. */
  person: string;
  kind: Kind | "";
  /** A field that the change gave another value. */
  field: ChangedField | "";
  /** Searched in a seller's fields, as on the list. */
  seller: string;
};

/** The longest searched name or text, in characters. */
export const MAX_TEXT = 100;

/** Reads the filters from a URL; an invalid value gives no filter, never an error. */
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

export function isHistoryFiltered(filters: Filters): boolean {
  return Object.values(filterParams(filters)).some((value) => value !== "");
}

/** `1763980320000.a1B2c3D4`: a change's time and the hash of its id (`cursorOf`). */
const CURSOR = /^\d{1,15}\.[\w-]{8}$/;

/** A page of the history begins after an entry, so that new entries don't move it. */
export type HistoryPlace = {
  /** A cursor: the page has only entries older than this one. Absent on the first page. */
  before?: string;
  /** When the first page was read, in ms since the epoch: no page shows anything newer. */
  asOf?: number;
  /** The `before` of the pages between the first one and this one. */
  trail: string[];
};

/** Number of pages that „Nowsze” can go back; after that it leads to the first page. */
const MAX_TRAIL = 20;
/** No cursor has this character, and a query doesn't encode it. */
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

/** Returns the place as URL parameters, without empty parameters. */
export function printHistoryPlace({ before, asOf, trail }: HistoryPlace): Record<string, string> {
  return {
    ...(before ? { before } : {}),
    ...(asOf === undefined ? {} : { asOf: String(asOf) }),
    ...(trail.length > 0 ? { trail: trail.join(SEPARATOR) } : {}),
  };
}

/** @param now when this page was read, in ms since the epoch */
export function olderPlace(place: HistoryPlace, older: string, now: number): HistoryPlace {
  const { before, asOf = now, trail } = place;
  return { before: older, asOf, trail: before === undefined ? [] : [...trail, before].slice(-MAX_TRAIL) };
}

/** @returns undefined on the first page; `before` is absent if the first page is the newer page */
export function newerPlace({ before, asOf, trail }: HistoryPlace): HistoryPlace | undefined {
  if (before === undefined) return undefined;
  return { before: trail.at(-1), asOf, trail: trail.slice(0, -1) };
}
