import type { ColumnType, Insertable, Selectable } from "kysely";

/* Times are ms since the epoch; lists and objects are JSON; `sealed_…` columns are encrypted. */

type Flag = 0 | 1;
/** Never updated. */
type Fixed<T> = ColumnType<T, T, never>;

interface Sessions {
  /** SHA-256 of the cookie's value. */
  key: Fixed<string>;
  /** OIDC_ISSUER at the sign-in. After a change of OIDC_ISSUER the session is over. */
  issuer: Fixed<string>;
  /** The ID token's claim, maybe without the last `/` of `issuer`. A renewal must repeat it. */
  iss: Fixed<string>;
  sub: Fixed<string>;
  /** The claim that OIDC_SUBJECT_CLAIM names. */
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
  is_franchisee: Flag | null;
  /** The directory's last answer, used until `profile_until` while the directory is down. */
  profile: string | null;
  profile_until: number | null;
  /** SESSION_MAX_HOURS after `started_at`. */
  ends_at: Fixed<number>;
  /** `ends_at`; without a refresh token the end of the access token, if that is earlier. */
  expires_at: number;
}

/** Used logout tokens: a second use is refused. */
interface LogoutTokens {
  /** SHA-256 of the token's `jti`. */
  jti: Fixed<string>;
  expires_at: Fixed<number>;
}

interface SignIns {
  /** SHA-256 of the parameter `state`. */
  state: Fixed<string>;
  /** SHA-256 of a cookie: only the browser that began the sign-in can finish it. */
  browser: Fixed<string>;
  sealed_verifier: Fixed<string>;
  return_to: Fixed<string>;
  /** Key of the session that the hidden frame renews. */
  renews: Fixed<string | null>;
  /** Sent with `prompt=consent`. */
  asks_consent: Fixed<Flag>;
  /** Sent with `prompt=login`. */
  is_reauth: Fixed<Flag>;
  /** The app's own retry after a failed attempt. */
  is_repeated: Fixed<Flag>;
  is_used: Flag;
  started_at: Fixed<number>;
  expires_at: Fixed<number>;
}

/** Posted forms that weren't carried out, for example because the session had ended. */
interface Drafts {
  id: Fixed<string>;
  sub: Fixed<string>;
  path: Fixed<string>;
  /** Null after the draft was saved as a record. */
  sealed_form: string | null;
  /** Not a time, but the saved record's path: `/sellers/42`. */
  saved_at: string | null;
  created_at: Fixed<number>;
  expires_at: Fixed<number>;
}

/** Idempotency keys of posted forms. */
interface Submissions {
  /** SHA-256 of a text such as `bulk:FORM_KEY_ID`. */
  key: Fixed<string>;
  /** SHA-256 of the posted values. */
  digest: Fixed<string>;
  state: "running" | "done" | "unknown";
  /** The id of the seller or job that the form created. */
  result: string | null;
  change_id: Fixed<string | null>;
  expires_at: number;
}

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
  /** 0: `ids` are ticked. 1: all sellers that match `filter` are ticked, except `ids`. */
  is_all: Fixed<Flag>;
  ids: Fixed<string>;
  created_at: Fixed<number>;
  expires_at: Fixed<number>;
}

interface SavedViews {
  id: Fixed<string>;
  sub: Fixed<string>;
  name: string;
  folded_name: string;
  query: string;
  is_default: Flag;
  expires_at: number;
}

interface Notes {
  seller_id: Fixed<string>;
  /** "" after the note was deleted. */
  text: string;
  /** Another value after each save, for optimistic locking. */
  version: string;
  at: number;
}

/** The history. A row is inserted before its write is sent to the backend. */
interface Changes {
  id: Fixed<string>;
  at: Fixed<number>;
  /** Empty after `npm run privacy`. */
  sub: string;
  author: string | null;
  /** In lower case and without accents, for the history's filters. */
  folded_author: string;
  seller_id: string | null;
  seller_name: string;
  /** The names before and after the change, folded like `folded_author`. */
  folded_seller_names: string;
  action: "create" | "update" | "enable" | "disable";
  outcome: "done" | "failed" | "unknown";
  /** For the outcome `unknown`. 1: the response was lost. 0: the write may still be running. */
  is_answer_lost: Flag;
  request_id: string;
  job_id: Fixed<string | null>;
  before: string | null;
  after: string;
  /** For example `,email,surname,`. */
  changed_fields: string;
  /** 1: a done write enabled the account. 0: it disabled the account. */
  switched_to: Flag | null;
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
  origin_job: Fixed<string | null>;
  /** What this job does about the items of `origin_job`: "retry", "finish", "undo" or "disable". */
  origin_why: Fixed<string | null>;
  /** Key of the session whose tokens the job's requests use. */
  session: string;
  /** `storing`: its items are still being inserted, and no page shows the job. */
  state: "storing" | "running" | "paused" | "stopped" | "finished";
  is_stopping: Flag;
  /** A system that is down, for example "sellers": the job retries at `waits_until`. */
  awaited_system: string | null;
  waits_until: number | null;
  /** Number of consecutive backoffs. */
  waits: number;
  created_at: Fixed<number>;
  ended_at: number | null;
  expires_at: number;
}

interface JobItems {
  /** The job's or the import's id: an import's items are inserted before its job. */
  job_id: Fixed<string>;
  /** The item's position in the job. The item's row in `changes` has the id `JOB.PLACE`. */
  place: Fixed<number>;
  item: Fixed<string>;
  /** `begun`: the item's write may have been sent. */
  result: "waiting" | "begun" | "done" | "skipped" | "failed" | "unknown";
  reason: string | null;
  detail: string | null;
  seller_id: string | null;
  name: string | null;
  /** 1: the item added its seller to the backend. */
  is_added: Flag;
}

/** A checked file, or pasted rows. Its job gets the import's id. */
interface Imports {
  id: Fixed<string>;
  sub: Fixed<string>;
  file_name: Fixed<string>;
  digest: Fixed<string>;
  checked_at: Fixed<number>;
  /** Counts, headings, columns and the preview; null while rows are being inserted. */
  findings: string | null;
  /** The file in base64; null if no row is faulty. */
  source: string | null;
  corrections: string | null;
  /** The earlier import whose faulty rows this import corrects. */
  corrects: Fixed<string | null>;
  expires_at: number;
}

interface ImportRows {
  import_id: Fixed<string>;
  place: Fixed<number>;
  line: Fixed<number>;
  row: Fixed<string>;
}

interface News {
  id: Fixed<string>;
  sub: Fixed<string>;
  job_id: Fixed<string | null>;
  /** The number of sellers that an exported file lacks. */
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
