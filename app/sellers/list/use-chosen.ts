import { type RefObject, useEffect, useMemo, useSyncExternalStore } from "react";
import { handOver, takeHandover } from "~/ui/next-document";
import { type Chosen, parseChosen, printChosen, withRows } from "./selection";

/**
 * What is ticked, for as long as the document lives: through pages, searches and visits to a record, and in the
 * document that takes its place after a deploy. Only the browser ever writes it; the server renders what it stores for a
 * browser without scripts.
 */
const HANDED_OVER = "chosen";
let chosen: Chosen | undefined;
if (!import.meta.env.SSR) {
  chosen = parseChosen(takeHandover(HANDED_OVER));
  handOver(HANDED_OVER, () => chosen && printChosen(chosen));
}
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function choose(next: Chosen): void {
  chosen = next;
  for (const listener of listeners) listener();
}

/** Once a batch is on its way, nothing is ticked for the next one. */
export function forgetChosen(): void {
  choose({ ids: new Set() });
}

/** @param selected the ids that the server has stored for this page's URL */
export function useChosen(selected: readonly string[]) {
  const rendered = useMemo<Chosen>(() => ({ ids: new Set(selected) }), [selected]);
  const now = useSyncExternalStore(
    subscribe,
    () => chosen ?? rendered,
    () => rendered,
  );
  return {
    chosen: now,
    /** @returns whether there was room for them */
    tick: (rows: readonly string[], ticked: boolean): boolean => {
      const next = withRows(now, rows, ticked);
      choose(next);
      return next !== now || rows.every((id) => now.ids.has(id) === ticked);
    },
    /** @param all the filter whose sellers are all meant, as `viewQuery` writes it */
    tickAll: (all: string | undefined) => choose({ ids: now.ids, all }),
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
