/** The shape of `cursorOf` (find-changes.server.ts). */
const CURSOR = /^\d{1,15}\.[\w-]{8}$/;

/** Pages begin at an entry, not at a number, so new entries move no page. */
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
/** No cursor holds it, and it stands in a query as it is. */
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

/** As URL parameters, without empty ones. */
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

/** Undefined on the first page. */
export function newerPlace({ before, asOf, trail }: HistoryPlace): HistoryPlace | undefined {
  if (before === undefined) return undefined;
  return { before: trail.at(-1), asOf, trail: trail.slice(0, -1) };
}
