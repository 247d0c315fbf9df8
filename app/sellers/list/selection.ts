/**
 * Rows that one person ticks by hand; above that it is all that match, or a narrower filter. A form with so many ids
 * still fits into a draft (auth/drafts.server.ts).
 */
export const MAX_SELECTED = 1_000;

/** What is chosen on the list: rows, wherever they stand, or all that match the filter of that moment. */
export type Chosen = {
  ids: ReadonlySet<string>;
  all?: string;
  /** Whose choice it is; anybody's when it isn't said, as in what another version of the app wrote. */
  by?: string;
};

/** With some rows ticked or not; the same when nothing changes, or when it would be more than MAX_SELECTED. */
export function withRows(chosen: Chosen, rows: readonly string[], ticked: boolean): Chosen {
  const ids = new Set(chosen.ids);
  for (const id of rows) {
    if (ticked) ids.add(id);
    else ids.delete(id);
  }
  if (ids.size > MAX_SELECTED && ids.size > chosen.ids.size) return chosen;
  return { ids };
}

export function printChosen({ ids, ...more }: Chosen): string {
  return JSON.stringify({ ids: [...ids], ...more });
}

/** @returns undefined for what {@link printChosen} didn't write */
export function parseChosen(text: string | undefined): Chosen | undefined {
  try {
    const { ids, all, by } = JSON.parse(text ?? "null") as { ids: unknown[]; all?: unknown; by?: unknown };
    const known = ids.filter((id) => typeof id === "string").slice(0, MAX_SELECTED);
    return { ids: new Set(known), all: textOf(all), by: textOf(by) };
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
