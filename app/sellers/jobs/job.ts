/** How one item of a job ended. */
export type ItemResult = "done" | "skipped" | "failed" | "unknown";

/** Why an item was skipped or failed, or isn't known to have been done. */
export const itemReasons = [
  /** The account is already as asked. Of 0.1.0, which didn't say which state that is and whose jobs are kept for 30 days. */
  "already",
  "alreadyEnabled",
  "alreadyDisabled",
  /** The seller doesn't match the filter that the job was started with. */
  "noLongerMatches",
  "same",
  /** Added, but its account isn't as asked. */
  "addedOnly",
  /** What can't be taken back: the backend removes nothing. */
  "created",
  "alreadyUndone",
  "notDone",
  "changedSince",
  /** Some of its fields were changed since, and stay. */
  "undonePartly",
  "gone",
  "refused",
  "taken",
  "changing",
  "forbidden",
  "timeout",
  "unreachable",
  /** The same of the system that its owner signs in with. */
  "signInUnreachable",
  /** The backend failed, or said something that can't be read. */
  "badAnswer",
  "lostAnswer",
  /** What was stored of it, by another release or under a secret that is gone, can't be read. */
  "unreadable",
  "fault",
] as const;
export type ItemReason = (typeof itemReasons)[number];

export type ItemOutcome = {
  result: ItemResult;
  reason?: ItemReason;
  /** What the backend said, in its own words. */
  detail?: string;
  sellerId?: string;
  name?: string;
  /** The history's entry of what was done. */
  changeId?: string;
  /** The seller was added by it, which can't be taken back. */
  added?: true;
};

export type JobState =
  | "running"
  /** Its owner is signed out or has lost the role; goes on when they sign in again, or say so on its page. */
  | "paused"
  /** By its owner, before the end. */
  | "stopped"
  | "finished";

/** What a job waits for that is away: the backend, or the system that its owner signs in with. */
export type Unavailable = "unavailable" | "signInUnavailable";

/** Whether a job does nothing any more, whatever happens. So does one whose state is gone from the store. */
export function isOver(state: JobState | undefined): boolean {
  return state === undefined || state === "finished" || state === "stopped";
}

const STATE_COLORS = { running: "gray", paused: "yellow", stopped: "yellow", finished: "green" } as const;

/** How a state looks (`Badge`): what ended and is to be checked doesn't look as if all went well. */
export function stateColor(state: JobState, hasProblems: boolean): (typeof STATE_COLORS)[JobState] {
  return STATE_COLORS[state === "finished" && hasProblems ? "stopped" : state];
}

/** `added`: those of the ones done that added a seller. */
export type ItemCounts = Record<ItemResult, number> & { added: number };

export const noItems: ItemCounts = { done: 0, skipped: 0, failed: 0, unknown: 0, added: 0 };

/** To be checked, and worth trying again: it failed, or nobody knows. */
export function isProblem({ result }: ItemOutcome): boolean {
  return result === "failed" || result === "unknown";
}

export function endedItems(counts: ItemCounts): number {
  return counts.done + counts.skipped + counts.failed + counts.unknown;
}
