export type BulkAction = "enable" | "disable";

export type BulkSample = { id: string; displayName: string; email: string; mpk: string; accountEnabled: boolean };

/** What the page says that asks if many accounts should really be changed; its texts are in the person's language. */
export type BulkContent = {
  action: BulkAction;
  title: string;
  question: string;
  /** What to know before agreeing. */
  notes: string[];
  confirm: string;
  /** Why nothing was changed, or can't be. */
  problem?: string;
  /** There is something to agree to. */
  possible: boolean;
  sampleTitle: string;
  sample: BulkSample[];
  /** How many more there are than the sample shows. */
  more?: string;
  /** How many the person agrees to. */
  count: number;
  /** The choice, to be posted once more. */
  fields: [name: string, value: string][];
  formKey: string;
};

/** What the page says when nothing was chosen. */
export type NothingChosen = {
  title: string;
  hint: string;
  toList: string;
  recentTitle: string;
  noRecent: string;
  recent: { id: string; title: string; at: number; total: number }[];
};
