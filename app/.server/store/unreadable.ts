import { log } from "~/.server/log";

const told = new Set<string>();

/**
 * Says in the log, once for each kind, that a record has a shape which this release doesn't know: another release wrote it
 * (docs/operations.md, "Upgrade and rollback"). It counts as absent.
 */
export function tellUnreadable(kind: string): void {
  if (told.has(kind)) return;
  told.add(kind);
  log().warn({ kind }, "a record of another release can't be read and counts as absent");
}
