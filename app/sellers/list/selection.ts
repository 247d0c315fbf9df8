import { printSellerFilter, type SellerFilter } from "~/domain/query";

/**
 * Rows that one person ticks by hand; above that it is all that match, or a narrower filter. A form with so many ids
 * still fits into a draft (auth/drafts.server.ts).
 */
export const MAX_SELECTED = 1_000;

/** Rows that are left out of all that match: each of them is asked for before the others are changed. */
export const MAX_LEFT_OUT = 100;

/** What is chosen on the list: rows, wherever they stand, or all that match a filter but some of them. */
export type Chosen = {
  /** The ids of ticked rows, each with the filter under which it was ticked. */
  ids: ReadonlyMap<string, string>;
  /** The filter whose sellers are all meant. */
  all?: string;
  /** The ids of those that aren't, where all others are. */
  leftOut?: ReadonlySet<string>;
  /** Whose choice it is; anybody's when it isn't said, as in what another version of the app wrote. */
  by?: string;
};

/** The same text for the same sellers, in whatever order the list shows them. */
export const filterText = (filter: SellerFilter): string =>
  printSellerFilter({ ...filter, sort: "displayName" }).toString();

/**
 * With some rows of a list ticked or not; where all of that list are meant, with these left out or not.
 * @param filter what that list shows, as `filterText` writes it
 * @returns the same when it would be more than MAX_SELECTED or MAX_LEFT_OUT
 */
export function withRows(chosen: Chosen, rows: readonly string[], ticked: boolean, filter: string): Chosen {
  if (chosen.all === filter) {
    const leftOut = new Set(chosen.leftOut);
    for (const id of rows) {
      if (ticked) leftOut.delete(id);
      else leftOut.add(id);
    }
    return leftOut.size > MAX_LEFT_OUT ? chosen : { ...chosen, leftOut };
  }
  const ids = new Map(chosen.ids);
  for (const id of rows) {
    if (ticked) ids.set(id, filter);
    else ids.delete(id);
  }
  if (ids.size > MAX_SELECTED && ids.size > chosen.ids.size) return chosen;
  return { ids };
}

/** Whether a row of the list with that filter is ticked. */
export function isTicked(chosen: Chosen, id: string, filter: string): boolean {
  return chosen.all === filter ? !chosen.leftOut?.has(id) : chosen.ids.has(id);
}

export function printChosen({ ids, leftOut, ...more }: Chosen): string {
  return JSON.stringify({ ids: [...ids], leftOut: leftOut && [...leftOut], ...more });
}

/** @returns undefined for what {@link printChosen} didn't write */
export function parseChosen(text: string | undefined): Chosen | undefined {
  try {
    const { ids, all, leftOut, by } = JSON.parse(text ?? "null") as Record<string, unknown>;
    return {
      ids: new Map((ids as unknown[]).filter(isTextPair).slice(0, MAX_SELECTED)),
      ...(isText(all) ? { all } : {}),
      ...(Array.isArray(leftOut) ? { leftOut: new Set(leftOut.filter(isText).slice(0, MAX_LEFT_OUT)) } : {}),
      ...(isText(by) ? { by } : {}),
    };
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): value is string => typeof value === "string";
const isTextPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every(isText);
