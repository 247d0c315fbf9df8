import { printSellerFilter, type SellerFilter } from "~/domain/query";

/** Maximum number of ticked rows: a form with so many ids still fits into a draft. */
export const MAX_SELECTED = 1_000;

/** Maximum size of `leftOut`: each of its ids costs a backend request before a batch starts. */
export const MAX_LEFT_OUT = 100;

export type Selection = {
  /** Maps the id of a selected row to the filter of the list in which it was selected. */
  ids: ReadonlyMap<string, string>;
  /** All sellers who match this filter are selected, except `leftOut`. */
  allOf?: string;
  leftOut?: ReadonlySet<string>;
  /** A hash of the person who ticked rows in this tab. */
  person?: string;
};

/** Leaves out the list's order, so that the same sellers have the same text. */
export const filterText = (filter: SellerFilter): string =>
  printSellerFilter({ ...filter, sort: "displayName" }).toString();

/** @returns the same selection if the rows would exceed MAX_SELECTED or MAX_LEFT_OUT */
export function selectRows(
  selection: Selection,
  rows: readonly string[],
  isSelected: boolean,
  filter: string,
): Selection {
  if (selection.allOf === filter) {
    const leftOut = new Set(selection.leftOut);
    for (const id of rows) {
      if (isSelected) leftOut.delete(id);
      else leftOut.add(id);
    }
    return leftOut.size > MAX_LEFT_OUT ? selection : { ...selection, leftOut };
  }
  const ids = new Map(selection.ids);
  for (const id of rows) {
    if (isSelected) ids.set(id, filter);
    else ids.delete(id);
  }
  if (isSelected && ids.size > MAX_SELECTED) return selection;
  // Ticking rows here ends `allOf`, the selection of all rows of another list.
  return { ids };
}

export function isRowSelected(selection: Selection, id: string, filter: string): boolean {
  return selection.allOf === filter ? !selection.leftOut?.has(id) : selection.ids.has(id);
}

/** Prints `allOf` as `all`, its former name: another version may read the text after a deploy. */
export function printSelection({ ids, allOf: all, leftOut, person }: Selection): string {
  return JSON.stringify({ ids: [...ids], all, leftOut: leftOut && [...leftOut], person });
}

/** @returns undefined for the format of another version of the app */
export function parseSelection(text: string): Selection | undefined {
  try {
    const { ids, all: allOf, leftOut, person } = JSON.parse(text);
    return { ids: new Map(ids), allOf, leftOut: leftOut && new Set(leftOut), person };
  } catch {
    return undefined;
  }
}
