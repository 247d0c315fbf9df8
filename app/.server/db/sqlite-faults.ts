import { DatabaseBusy, DatabaseFull, DatabaseUnavailable } from "./errors";

/** https://www.sqlite.org/rescode.html */
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const FULL = 13;

const MESSAGES: Readonly<Record<number, string>> = {
  [BUSY]: "database is locked",
  [LOCKED]: "database table is locked",
  7: "out of memory",
  [READONLY]: "attempt to write a readonly database",
  [IOERR]: "disk I/O error",
  11: "database disk image is malformed",
  [FULL]: "database or disk is full",
  14: "unable to open database file",
  15: "locking protocol",
  26: "file is not a database",
};

/** IOERR_WRITE, _FSYNC, _DIR_FSYNC, _TRUNCATE, _SHMSIZE. */
const WRITE_FAULTS = new Set([3, 4, 5, 6, 19].map((detail) => IOERR | (detail << 8)));

function codeOf(error: unknown): number {
  const { sqliteExtendedCode, errcode, message } = error as Record<string, unknown>;
  // An error of `statement.all()` has only a message, so the code is found by that message.
  const code = sqliteExtendedCode ?? errcode ?? Object.entries(MESSAGES).find(([, text]) => text === message)?.[0];
  return Number(code ?? 0);
}

export const isBusy = (error: unknown) => (codeOf(error) & 0xff) === BUSY;

export function translateFault(error: unknown): unknown {
  const code = codeOf(error);
  const primary = code & 0xff;
  if (primary === BUSY || primary === LOCKED) return new DatabaseBusy(error);
  if (primary === FULL || primary === READONLY || WRITE_FAULTS.has(code)) return new DatabaseFull(error);
  return primary in MESSAGES ? new DatabaseUnavailable(error) : error;
}
