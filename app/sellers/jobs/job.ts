import { withFrom, withParams } from "~/domain/paths";

export type JobState =
  | "running"
  /** The owner is signed out or has lost the role. Signing in or „Wznów” resumes the job. */
  | "paused"
  | "stopped"
  | "finished";

/** `unavailable`: the backend. `signInUnavailable`: the provider. */
export type UnavailableSystem = "unavailable" | "signInUnavailable";

/** A system that a job waits for; the directory says whether the owner still has the role. */
export type AwaitedSystem = UnavailableSystem | "directoryUnavailable";

export type ItemResult = "done" | "skipped" | "failed" | "unknown";

export const itemReasons = [
  "alreadyEnabled",
  "alreadyDisabled",
  "noLongerMatches",
  /** The seller already had the wanted values. */
  "same",
  /** The seller was added, but its account couldn't be enabled or disabled. */
  "addedOnly",
  /** An addition can't be undone: the backend removes nothing. */
  "created",
  "alreadyUndone",
  /** The change to undo was never made, or its history entry was erased. */
  "notDone",
  "changedSince",
  "undonePartly",
  "gone",
  "refused",
  /** 409: another seller has one of the values. */
  "taken",
  /** 412: others keep changing the seller. */
  "changing",
  "forbidden",
  "timeout",
  "unreachable",
  "signInUnreachable",
  "badAnswer",
  "lostAnswer",
  /** The stored item was written by another release. */
  "unreadable",
  /** A bug in this app. */
  "fault",
] as const;
export type ItemReason = (typeof itemReasons)[number];

export type ItemOutcome = {
  result: ItemResult;
  reason?: ItemReason;
  detail?: string;
  sellerId?: string;
  name?: string;
  added?: true;
};

/** `added` counts the done items that added a seller. */
export type ItemCounts = Record<ItemResult, number> & { added: number };

export function endedItems(counts: ItemCounts): number {
  return counts.done + counts.skipped + counts.failed + counts.unknown;
}

/** Whether there is something to be checked. */
export function hasProblems({ failed, unknown }: ItemCounts): boolean {
  return failed + unknown > 0;
}

export function isOver(state: JobState): boolean {
  return state === "finished" || state === "stopped";
}

const STATE_COLORS = { running: "gray", paused: "yellow", stopped: "yellow", finished: "green" } as const;

export function stateColor({ state, counts }: { state: JobState; counts: ItemCounts }) {
  return state === "finished" && hasProblems(counts) ? "yellow" : STATE_COLORS[state];
}

/** `from`: the query of the list that the back link opens, for example `q=lipa&page=3`. */
export type JobPageParams = { from: string | null; isRefreshOff: boolean };

export function isRefreshOff(params: URLSearchParams): boolean {
  return params.get("refresh") === "off";
}

export function jobPath(id: string, { from, isRefreshOff }: JobPageParams): string {
  return withFrom(withParams(`/sellers/jobs/${id}`, { refresh: isRefreshOff ? "off" : "" }), from);
}
