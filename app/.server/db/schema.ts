import type { ColumnType, Insertable, Selectable } from "kysely";

/*
 * Every table of the database (docs/architecture.md §4). Times are ms since the epoch, yes-or-no is
 * 1 or 0, lists and objects are JSON. `sealed_…` columns are readable with SESSION_SECRET alone.
 */

type Flag = 0 | 1;
/** Set by the insert and never updated. */
type Fixed<T> = ColumnType<T, T, never>;

interface Sessions {
  /** SHA-256 of the cookie's value. */
  key: Fixed<string>;
  /** OIDC_ISSUER when the session began: a session of another issuer doesn't count. */
  issuer: Fixed<string>;
  /** `iss`, `sub` and `sid` (the provider's session) are claims of the ID token. */
  iss: Fixed<string>;
  sub: Fixed<string>;
  /** The value of the claim OIDC_SUBJECT_CLAIM. */
  directory_id: Fixed<string | null>;
  sid: string | null;
  name: Fixed<string | null>;
  email: Fixed<string | null>;
  sealed_tokens: string;
  scope: string | null;
  token_expires_at: number | null;
  token_lifetime_seconds: number | null;
  started_at: Fixed<number>;
  idle_ends_at: number;
  /** The directory's last answer: whether the person is a franchisee. */
  is_franchisee: Flag | null;
  /** JSON: the directory profile that serves until `profile_until` while the directory is down. */
  profile: string | null;
  profile_until: number | null;
  ends_at: Fixed<number>;
  /** Earlier than `ends_at` where nothing renews the access token. */
  expires_at: number;
}

/** Logout tokens that were used: each ends sessions once. */
interface LogoutTokens {
  /** SHA-256. */
  jti: Fixed<string>;
  expires_at: Fixed<number>;
}

interface SignIns {
  /** SHA-256 of `state`. */
  state: Fixed<string>;
  /** SHA-256 of the cookie that binds attempts to a browser. */
  browser: Fixed<string>;
  sealed_verifier: Fixed<string>;
  return_to: Fixed<string>;
  /** The session that a hidden frame renews. */
  renews: Fixed<string | null>;
  /** The provider was sent `prompt=consent`. */
  asks_consent: Fixed<Flag>;
  /** The provider was sent `prompt=login`, so that it asks who signs in. */
  is_reauth: Fixed<Flag>;
  /** The app began the attempt by itself, after one that failed. */
  is_repeated: Fixed<Flag>;
  is_used: Flag;
  started_at: Fixed<number>;
  expires_at: Fixed<number>;
}

/** A form that couldn't be sent, to be filled in again. */
interface Drafts {
  id: Fixed<string>;
  sub: Fixed<string>;
  path: Fixed<string>;
  /** Fields, names of files and errors; null once a record was saved from them. */
  sealed_form: string | null;
  /** Not a time: the path of the record that was saved from the draft, `/sellers/42`. */
  saved_at: string | null;
  created_at: Fixed<number>;
  expires_at: Fixed<number>;
}

/** The idempotency keys of forms that were sent: a form sent again does nothing twice. */
interface Submissions {
  /** SHA-256 of the kind of work and the form key's id. */
  key: Fixed<string>;
  /** SHA-256 of the work's fingerprint: the same key can't be used for other work. */
  digest: Fixed<string>;
  state: "running" | "done" | "unknown";
  /** A seller's or a job's id. */
  result: string | null;
  change_id: Fixed<string | null>;
  expires_at: number;
}

/** Locks between processes. A row whose `until` has passed is free. */
interface Leases {
  name: Fixed<string>;
  holder: string;
  until: number;
}

/** Ticked rows of the list, for browsers without scripts. */
interface Selections {
  id: Fixed<string>;
  sub: Fixed<string>;
  filter: Fixed<string>;
  /** 1: all that match `filter` are ticked except `ids`; 0: `ids` are ticked. */
  is_all: Fixed<Flag>;
  ids: Fixed<string>;
  created_at: Fixed<number>;
  expires_at: Fixed<number>;
}

interface SavedViews {
  id: Fixed<string>;
  sub: Fixed<string>;
  name: string;
  /** Unique for each person. */
  folded_name: string;
  query: string;
  is_default: Flag;
  /** Each use of the view extends this. */
  expires_at: number;
}

/** What this app keeps about a seller; an erased note stays as "". */
interface Notes {
  seller_id: Fixed<string>;
  text: string;
  /** Changes with each save: a form that shows an older version doesn't overwrite the note. */
  version: string;
  at: number;
}

/** The history: one row for each write of a seller or a note, stored before the write is sent. */
interface Changes {
  id: Fixed<string>;
  at: Fixed<number>;
  /** The author; empty after `npm run privacy`. */
  sub: string;
  author: string | null;
  /** The author's name as `fold` returns it, by which the filter „Kto” finds the change. */
  folded_author: string;
  seller_id: string | null;
  seller_name: string;
  /** The seller's names before and after the change, folded; the filter „Sprzedawca” reads it. */
  folded_seller_names: string;
  action: "create" | "update" | "enable" | "disable";
  /** "unknown" from before the write is sent until its end is known. */
  outcome: "done" | "failed" | "unknown";
  /** For an unknown outcome: 1 if the write has ended without a response, 0 if it may still run. */
  is_answer_lost: Flag;
  request_id: string;
  job_id: Fixed<string | null>;
  /** JSON: the fields before and after; of a creation only `after`. */
  before: string | null;
  after: string;
  /** The fields that got another value, as `,email,surname,`: each has a comma on both sides. */
  changed_fields: string;
  /** Set if a done write enabled (1) or disabled (0) the account. */
  switched_to: Flag | null;
  /** Only a change of the note has these two. */
  note_before: string | null;
  note_after: string | null;
  reason: string | null;
  undoes: string | null;
  undone_by: string | null;
  is_undone_partly: Flag;
}

interface Jobs {
  id: Fixed<string>;
  sub: Fixed<string>;
  owner_name: Fixed<string | null>;
  kind: Fixed<string>;
  params: Fixed<string>;
  total: number;
  /** The job that this job follows up, and how: "retry", "finish", "undo" or "disable". */
  origin_job: Fixed<string | null>;
  origin_why: Fixed<string | null>;
  /** Key of the session that the job runs with. */
  session: string;
  /** `storing`: its items are being written, and nobody sees it yet. */
  state: "storing" | "running" | "paused" | "stopped" | "finished";
  /** The owner stopped it while a process works on it. */
  is_stopping: Flag;
  /** The system that is down, so that the job waits until `waits_until`: "sellers", for instance. */
  awaited_system: string | null;
  waits_until: number | null;
  waits: number;
  created_at: Fixed<number>;
  ended_at: number | null;
  expires_at: number;
}

/** One seller of a job. An import's items are written before its job, under the import's id. */
interface JobItems {
  job_id: Fixed<string>;
  /** The item's change has the id `JOB.PLACE`. */
  place: Fixed<number>;
  /** JSON, by the job's kind. */
  item: Fixed<string>;
  /** `begun`: a process has taken the item, and may have sent its write. */
  result: "waiting" | "begun" | "done" | "skipped" | "failed" | "unknown";
  reason: string | null;
  detail: string | null;
  seller_id: string | null;
  name: string | null;
  /** The done item added a seller instead of changing one. */
  is_added: Flag;
}

/** A checked file or pasted rows, before its job. Its id becomes the job's. */
interface Imports {
  id: Fixed<string>;
  sub: Fixed<string>;
  file_name: Fixed<string>;
  digest: Fixed<string>;
  checked_at: Fixed<number>;
  /** JSON: counts, headings, columns and the preview; null while the rows are being written. */
  findings: string | null;
  /** The file in base64, for corrections; null without a faulty row. */
  source: string | null;
  /** JSON: what was corrected before this check. */
  corrections: string | null;
  /** The import whose faulty rows this import corrects. */
  corrects: Fixed<string | null>;
  expires_at: number;
}

interface ImportRows {
  import_id: Fixed<string>;
  place: Fixed<number>;
  line: Fixed<number>;
  /** JSON: cells, and problems by column. */
  row: Fixed<string>;
}

/** News that a person sees once: the end of a job, or that an exported file lacks sellers. */
interface News {
  id: Fixed<string>;
  sub: Fixed<string>;
  job_id: Fixed<string | null>;
  missing: Fixed<number | null>;
  created_at: Fixed<number>;
  expires_at: Fixed<number>;
}

export interface Schema {
  sessions: Sessions;
  logout_tokens: LogoutTokens;
  sign_ins: SignIns;
  drafts: Drafts;
  submissions: Submissions;
  leases: Leases;
  selections: Selections;
  saved_views: SavedViews;
  notes: Notes;
  changes: Changes;
  jobs: Jobs;
  job_items: JobItems;
  imports: Imports;
  import_rows: ImportRows;
  news: News;
}

export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
export type NewRow<Table extends keyof Schema> = Insertable<Schema[Table]>;
