import { log } from "~/.server/log";

const told = new Set<string>();

/**
 * Says in the log, once for each kind, that a record has a shape which this release doesn't know: another release wrote it
 * (docs/operations.md, "Upgrade and rollback"). It counts as absent.
 */
export function tellUnreadable(kind: string): void {
  tellOnce(kind, "a record of another release can't be read and counts as absent");
}

/**
 * Says in the log, once for each kind, that something is sealed with a secret which this process doesn't have (docs/operations.md,
 * "Secrets"). It counts as absent.
 */
export function tellForeign(kind: string): void {
  tellOnce(kind, "what another SESSION_SECRET sealed can't be read and counts as absent");
}

function tellOnce(kind: string, words: string): void {
  const what = `${kind}: ${words}`;
  if (told.has(what)) return;
  told.add(what);
  log().warn({ kind }, words);
}
