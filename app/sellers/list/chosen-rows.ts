import { handOver, takeHandover } from "~/ui/next-document";
import { type Chosen, parseChosen, printChosen } from "./selection";

/**
 * What is ticked in this tab: through pages, searches and visits to a record, and in the documents that take this one's place
 * (a reload, another language, a sign-in, a deploy), until the person signs out.
 */
const HANDED_OVER = "chosen";
let chosen: Chosen | undefined;
if (!import.meta.env.SSR) {
  chosen = parseChosen(takeHandover(HANDED_OVER));
  handOver(HANDED_OVER, () => chosen && printChosen(chosen));
}
const listeners = new Set<() => void>();

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param person whoever is signed in: what somebody else ticked here before is nobody's */
export function chosenBy(person: string | undefined): Chosen | undefined {
  return (chosen?.by ?? person) === person ? chosen : undefined;
}

export function choose(next: Chosen | undefined): void {
  chosen = next;
  for (const listener of listeners) listener();
}

/** Once a batch is on its way, nothing is ticked for the next one. */
export function forgetChosen(): void {
  choose({ ids: new Map() });
}
