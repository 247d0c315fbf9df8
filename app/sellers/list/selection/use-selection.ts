import { type ChangeEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { Seller } from "~/domain/seller";
import { handOver, takeHandover } from "~/ui/next-document";
import { useRootData } from "~/ui/root-data";
import { isRowSelected, parseSelection, printSelection, type Selection, selectRows } from "./selection";
import type { StoredSelection } from "./selection.server";

/** Undefined until the person ticks a row in this tab. Survives a reload of the page. */
let selection: Selection | undefined;
const HANDOVER_KEY = "selection";
if (!import.meta.env.SSR) {
  const handedOver = takeHandover(HANDOVER_KEY);
  selection = handedOver === undefined ? undefined : parseSelection(handedOver);
  handOver(HANDOVER_KEY, () => selection && printSelection(selection));
}
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setSelection(next: Selection | undefined): void {
  selection = next;
  for (const listener of listeners) listener();
}

/** @returns undefined if another person, who had used this tab before, ticked the rows */
function selectionOf(person: string | undefined): Selection | undefined {
  return (selection?.person ?? person) === person ? selection : undefined;
}

export function clearSelection(): void {
  setSelection({ ids: new Map() });
}

/** @param stored the selection in the server's HTML, which counts until the first tick */
export function useSelection(filter: string, stored: StoredSelection) {
  const rendered = useMemo<Selection>(() => {
    if (stored.all) return { ids: new Map(), allOf: stored.filter, leftOut: new Set(stored.leftOut) };
    return { ids: new Map(stored.ids.map((id) => [id, stored.filter])) };
  }, [stored]);
  const person = useRootData().session?.person;
  const read = useCallback(() => selectionOf(person) ?? rendered, [person, rendered]);
  const latest = useSyncExternalStore(subscribe, read, () => rendered);
  // Drops another person's selection, which must not be handed over to the next document.
  useEffect(() => setSelection(selectionOf(person)), [person]);
  /** @returns whether there was room for the rows */
  const select = useCallback(
    (rows: readonly string[], isSelected: boolean): boolean => {
      // `read()` instead of `latest`, which during hydration is still `rendered`.
      const next = selectRows(read(), rows, isSelected, filter);
      setSelection({ ...next, person });
      return rows.every((id) => isRowSelected(next, id, filter) === isSelected);
    },
    [read, filter, person],
  );
  return {
    selection: latest,
    select,
    selectAll: (all: boolean) => setSelection({ ids: latest.ids, allOf: all ? filter : undefined, person }),
  };
}

/** Selects rows whose boxes were ticked before hydration, or restored by the browser. */
export function useEarlyTicks(form: RefObject<HTMLElement>, select: (rows: string[], isSelected: boolean) => unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React takes over the page
  useEffect(() => {
    const boxes = form.current?.querySelectorAll<HTMLInputElement>("input[name=ids]:checked:enabled") ?? [];
    const earlyIds = [...boxes].filter((box) => !box.defaultChecked).map((box) => box.value);
    if (earlyIds.length > 0) select(earlyIds, true);
  }, []);
}

/** Returns the check boxes' handler. Shift includes all rows since the box that was used before. */
export function useRangeSelection(sellers: Seller[], onSelect: (ids: string[], isSelected: boolean) => void) {
  const lastUsedId = useRef("");
  return ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const ids = sellers.map(({ id }) => id);
    const [end, start] = [ids.indexOf(target.value), ids.indexOf(lastUsedId.current)];
    const isRange = (nativeEvent as unknown as MouseEvent).shiftKey && start >= 0;
    onSelect(isRange ? ids.slice(Math.min(start, end), Math.max(start, end) + 1) : [target.value], target.checked);
    lastUsedId.current = target.value;
    requestAnimationFrame(() => uncoverRow(target));
  };
}

/** On a phone the bar may cover the ticked row. Scrolls only by the covered part of the row. */
function uncoverRow(box: HTMLInputElement): void {
  const bar = box.form?.querySelector("[data-at-bottom]")?.getBoundingClientRect();
  const row = box.closest("tr")?.getBoundingClientRect();
  if (bar && row && bar.bottom >= innerHeight - 1 && row.bottom > bar.top) scrollBy(0, Math.ceil(row.bottom - bar.top));
}
