import { withFrom, withParams } from "~/domain/paths";
import type { Translate } from "~/i18n/catalogues";

export type JobState =
  | "running"
  /** The owner is signed out or has lost the role; signing in or „Wznów” resumes the job. */
  | "paused"
  | "stopped"
  | "finished";

export type Unavailable = "unavailable" | "signInUnavailable";

/** A job also waits for a directory that doesn't confirm its owner's role. */
export type AwaitedSystem = Unavailable | "directoryUnavailable";

export type ItemResult = "done" | "skipped" | "failed" | "unknown";

export const itemReasons = [
  "alreadyEnabled",
  "alreadyDisabled",
  "noLongerMatches",
  /** The seller has these values already. */
  "same",
  /** The seller was added, but its account couldn't be enabled or disabled. */
  "addedOnly",
  /** An addition can't be undone: the backend removes nothing. */
  "created",
  "alreadyUndone",
  /** The change to undo was never made, or its entry was erased. */
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
  /** An error of this app. */
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

/** `added`: how many of the done items added a seller. */
export type ItemCounts = Record<ItemResult, number> & { added: number };

export function endedItems(counts: ItemCounts): number {
  return counts.done + counts.skipped + counts.failed + counts.unknown;
}

/** Says „2 nieudane, nie wiadomo: 1”; empty if there is nothing to be checked. */
export function problemsInWords(t: Translate, counts: ItemCounts): string {
  const results = (["failed", "unknown"] as const).filter((result) => counts[result] > 0);
  return results.map((result) => t(`jobs:items.${result}`, { count: counts[result] })).join(", ");
}

export function isOver(state: JobState): boolean {
  return state === "finished" || state === "stopped";
}

const STATE_COLORS = { running: "gray", paused: "yellow", stopped: "yellow", finished: "green" } as const;

/** Returns the color of a job's badge: a finished job with items to be checked isn't green. */
export function stateColor({
  state,
  counts,
}: {
  state: JobState;
  counts: ItemCounts;
}): (typeof STATE_COLORS)[JobState] {
  return STATE_COLORS[state === "finished" && counts.failed + counts.unknown > 0 ? "stopped" : state];
}

/** `from`: the list that the person came from. `isRefreshOff`: the page doesn't reload itself. */
export type JobPageParams = { from: string | null; isRefreshOff: boolean };

export function isRefreshOff(params: URLSearchParams): boolean {
  return params.get("refresh") === "off";
}

export function jobPath(id: string, { from, isRefreshOff }: JobPageParams): string {
  return withFrom(withParams(`/sellers/jobs/${id}`, { refresh: isRefreshOff ? "off" : "" }), from);
}
