/**
 * Where somebody is in the history, as it stands in the URL. Pages begin at an entry, not at a number, so what is added meanwhile
 * moves none of them: `before` names the place after which a page begins, `asOf` when its first one was read, and
 * `trail` the `before` of the pages between the two.
 */
export type HistoryPlace = {
  before?: string;
  /** Milliseconds since the epoch; nothing newer stands on the pages. */
  asOf?: number;
  trail: string[];
};

/** Pages that „Nowsze” finds its way back through; from further on it leads to the first. */
const MAX_TRAIL = 20;
const PLACE = /^[\w-]{1,40}$/;
const MS = /^\d{1,15}$/;

/** Reads a place from a URL, where anything may stand. */
export function parseHistoryPlace(params: URLSearchParams): HistoryPlace {
  const before = params.get("before") ?? "";
  const asOf = params.get("asOf") ?? "";
  const trail = (params.get("trail") ?? "").slice(0, 1000).split(".");
  return {
    ...(before ? { before } : {}),
    ...(MS.test(asOf) ? { asOf: Number(asOf) } : {}),
    trail: before ? trail.filter((place) => PLACE.test(place)).slice(-MAX_TRAIL) : [],
  };
}

/** The place as parameters of a URL, the empty ones left out. */
export function printHistoryPlace({ before, asOf, trail }: HistoryPlace): Record<string, string> {
  return {
    ...(before ? { before } : {}),
    ...(asOf === undefined ? {} : { asOf: String(asOf) }),
    ...(trail.length > 0 ? { trail: trail.join(".") } : {}),
  };
}

/** The page after this one, which begins at `older`. @param now when this page was read, in ms since the epoch */
export function olderPlace(place: HistoryPlace, older: string, now: number): HistoryPlace {
  const { before, asOf = now, trail } = place;
  return { before: older, asOf, trail: before === undefined ? [] : [...trail, before].slice(-MAX_TRAIL) };
}

/** The page before this one as it was, the first one included; undefined on the first. */
export function newerPlace({ before, asOf, trail }: HistoryPlace): HistoryPlace | undefined {
  if (before === undefined) return undefined;
  return { before: trail.at(-1), asOf, trail: trail.slice(0, -1) };
}
