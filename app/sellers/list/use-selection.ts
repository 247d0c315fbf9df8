import { type RefObject, useEffect, useMemo, useSyncExternalStore } from "react";
import { handOver, takeHandover } from "~/ui/next-document";
import { useRootData } from "~/ui/root-data";
import { isRowSelected, parseSelection, printSelection, type Selection, selectRows } from "./selection";
import type { StoredSelection } from "./selection.server";

/**
 * The selection of this tab. It lives through pages, searches and visits to a record, and in the
 * documents that replace this one (a reload, another language, a sign-in, a deploy), until the
 * person signs out.
 */
let selection: Selection | undefined;
const HANDED_OVER = "selection";
if (!import.meta.env.SSR) {
  selection = parseSelection(takeHandover(HANDED_OVER));
  handOver(HANDED_OVER, () => selection && printSelection(selection));
}
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: Selection | undefined): void {
  selection = next;
  for (const listener of listeners) listener();
}

/** The selection, unless another person made it in this tab before. */
function selectionOf(person: string | undefined): Selection | undefined {
  return (selection?.person ?? person) === person ? selection : undefined;
}

/** Selects nothing any more, as after the start of a job. */
export function clearSelection(): void {
  change({ ids: new Map() });
}

/**
 * The selection and how to change it. Only the browser keeps it; the server renders what it stores
 * for a browser without scripts.
 * @param filter the list's `filterText`
 * @param stored what the server has stored for this page's URL
 */
export function useSelection(filter: string, stored: StoredSelection) {
  const rendered = useMemo<Selection>(() => {
    const { ids, all, filter: origin = filter } = stored;
    if (all) return { ids: new Map(), all: origin, leftOut: new Set(ids) };
    return { ids: new Map(ids.map((id) => [id, origin])) };
  }, [stored, filter]);
  const person = useRootData().session?.person;
  const current = () => selectionOf(person) ?? rendered;
  const latest = useSyncExternalStore(subscribe, current, () => rendered);
  // Another person's selection must not be handed over to the next document.
  useEffect(() => change(selectionOf(person)), [person]);
  return {
    selection: latest,
    /** @returns whether there was room for the rows */
    select: (rows: readonly string[], isSelected: boolean): boolean => {
      // While React takes over the server's HTML, `latest` is still the rendered one.
      const next = selectRows(current(), rows, isSelected, filter);
      change({ ...next, person });
      return rows.every((id) => isRowSelected(next, id, filter) === isSelected);
    },
    selectAll: (all: boolean) => change({ ids: latest.ids, all: all ? filter : undefined, person }),
  };
}

/**
 * Takes over the boxes that were ticked before the scripts came, or that the browser ticked again
 * after a reload.
 */
export function useEarlyTicks(form: RefObject<HTMLElement>, select: (rows: string[], isSelected: boolean) => unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React takes over the page
  useEffect(() => {
    const boxes = form.current?.querySelectorAll<HTMLInputElement>("input[name=ids]:checked:enabled") ?? [];
    const early = [...boxes].filter((box) => !box.defaultChecked).map((box) => box.value);
    if (early.length > 0) select(early, true);
  }, []);
}

const never = () => () => {};

/** False on the server and while React takes over its HTML. */
export function useHasScripts(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
