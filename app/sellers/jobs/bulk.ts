import type { JobState } from "./job";

export type BulkAction = "enable" | "disable";

export type BulkSample = { id: string; displayName: string; email: string; mpk: string; accountEnabled: boolean };

/** What the page says that asks if many accounts should really be changed; its texts are in the person's language. */
export type BulkContent = {
  action: BulkAction;
  title: string;
  /** Absent when there is nothing to agree to. */
  question?: string;
  /** What to know before agreeing. */
  notes: string[];
  confirm: string;
  /** Why nothing was changed, or can't be. */
  problem?: string;
  sampleTitle: string;
  sample: BulkSample[];
  /** How many more there are than the sample shows. */
  more?: string;
  /** How many the person agrees to. */
  count: number;
  /** The choice, to be posted once more. */
  fields: [name: string, value: string][];
  /** The list that was chosen on. */
  list: string;
  formKey: string;
};

/** What the page says when there is no choice to ask about. */
export type RecentJobs = {
  title: string;
  hint: string;
  /** Why nothing happened, for somebody who sent a choice of nobody. */
  nothing: string;
  toList: string;
  recentTitle: string;
  noRecent: string;
  recent: {
    id: string;
    title: string;
    /** Milliseconds since the epoch. */
    at: number;
    state: JobState;
    stateText: string;
    ended: number;
    total: number;
    /** Items that failed, or may have. */
    problems: number;
  }[];
};
