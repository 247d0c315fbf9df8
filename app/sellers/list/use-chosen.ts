import { type RefObject, useEffect, useMemo, useSyncExternalStore } from "react";
import { useRootData } from "~/ui/root-data";
import { choose, chosenBy, forgetChosen, subscribe } from "./chosen-rows";
import { type Chosen, isTicked, withRows } from "./selection";
import type { StoredSelection } from "./stored-selection.server";

/**
 * What is ticked. Only the browser ever writes it; the server renders what it stores for a browser without scripts.
 * @param filter what the list shows, as `filterText` writes it
 * @param selected what the server has stored for this page's URL
 */
export function useChosen(filter: string, selected: StoredSelection) {
  const rendered = useMemo<Chosen>(
    () => ({ ids: new Map(selected.ids.map((id) => [id, selected.filter ?? filter])) }),
    [selected, filter],
  );
  const by = useRootData().session?.person;
  const current = () => chosenBy(by) ?? rendered;
  const now = useSyncExternalStore(subscribe, current, () => rendered);
  // What isn't this person's is forgotten, so that it is handed over to nobody.
  useEffect(() => choose(chosenBy(by)), [by]);
  return {
    chosen: now,
    /** @returns whether there was room for them */
    tick: (rows: readonly string[], ticked: boolean): boolean => {
      // Not what is shown: while the server's HTML is taken over, that isn't all yet.
      const before = current();
      const next = withRows(before, rows, ticked, filter);
      choose({ ...next, by });
      return rows.every((id) => isTicked(next, id, filter) === ticked);
    },
    tickAll: (wanted: boolean) => choose({ ids: now.ids, all: wanted ? filter : undefined, by }),
    clear: forgetChosen,
  };
}

/** Takes over what was ticked before the scripts came, or what the browser itself ticked again after a reload. */
export function useEarlyTicks(form: RefObject<HTMLElement | null>, tick: (rows: string[], ticked: boolean) => unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is taken over
  useEffect(() => {
    const boxes = form.current?.querySelectorAll<HTMLInputElement>("input[name=ids]:checked:enabled") ?? [];
    const early = [...boxes].filter((box) => !box.defaultChecked).map((box) => box.value);
    if (early.length > 0) tick(early, true);
  }, []);
}

const never = () => () => {};

/** False on the server and while its HTML is taken over. */
export function useScripted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
