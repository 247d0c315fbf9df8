import { log } from "~/.server/log";
import type { Translate } from "~/i18n/catalogues";

/** The database doesn't respond. The page is a 503, and nobody is signed out. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown, message = "The database can't be reached") {
    super(message, { cause });
    this.name = "DatabaseUnavailable";
  }
}

/** Other writes, such as those of `npm run privacy`, locked the SQLite file for 5 s. Reads work. */
export class DatabaseBusy extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super(cause, "Another process is writing to the database");
    this.name = "DatabaseBusy";
  }
}

/** The disk is full or read-only, or the file is at its maximum. Reads work, a write gets 507. */
export class DatabaseFull extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super(cause, "The database is full");
    this.name = "DatabaseFull";
  }
}

export const isFullOrBusy = (error: unknown): boolean => error instanceof DatabaseFull || error instanceof DatabaseBusy;

/** The person has reached the limit of stored jobs, for example. Older jobs must expire first. */
export class QuotaExceeded extends Error {
  constructor(readonly kind: "history" | "job" | "import") {
    super(`A person has too much of this kind stored: ${kind}`);
    this.name = "QuotaExceeded";
  }
}

/** Insufficient Storage (RFC 4918 §11.5). */
export const NO_ROOM_STATUS = 507;

export function isNoRoom(error: unknown): error is DatabaseFull | QuotaExceeded {
  return error instanceof DatabaseFull || error instanceof QuotaExceeded;
}

const TEXTS = {
  history: "problems:noRoom.history",
  job: "problems:noRoom.person",
  import: "problems:noRoom.import",
} as const;

/**
 * Logs DatabaseBusy, DatabaseFull or QuotaExceeded, and returns the text for the person.
 * @throws any other error
 */
export function noRoomTextOrThrow(error: unknown, t: Translate): string {
  if (error instanceof DatabaseBusy) {
    log().warn({ err: error }, "another process keeps the database from being written");
    return t("problems:noRoom.busy");
  }
  if (!isNoRoom(error)) throw error;
  logNoRoom(error);
  if (error instanceof DatabaseFull) return t("problems:noRoom.database");
  return t(TEXTS[error.kind]);
}

const FULL_LOGGED_EVERY_MS = 60_000;
let fullLoggedAt = Number.NEGATIVE_INFINITY;

/**
 * Logs each QuotaExceeded, but a full database at most once a minute: requests of people who aren't
 * signed in fail, too, and would fill the log.
 */
export function logNoRoom(error: DatabaseFull | QuotaExceeded): void {
  if (error instanceof QuotaExceeded) {
    log().warn({ err: error }, "a person has as much stored as they may");
  } else if (performance.now() - fullLoggedAt >= FULL_LOGGED_EVERY_MS) {
    fullLoggedAt = performance.now();
    log().error({ err: error }, "the database is full: nothing can be written");
  }
}
