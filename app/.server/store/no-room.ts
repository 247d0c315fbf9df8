import { log } from "~/.server/log";
import type { Translate } from "~/i18n/catalogues";
import { OverBudget } from "./budget";
import { StoreFull } from "./store";

/** Insufficient Storage (RFC 4918 §11.5). */
export const NO_ROOM = 507;

/** The kind of the `Budget` of a person's changes. */
export const HISTORY = "history";

export function isNoRoom(error: unknown): error is StoreFull | OverBudget {
  return error instanceof StoreFull || error instanceof OverBudget;
}

/** Logs and translates a lack of room. @throws the error itself when it means something else */
export function noRoomWords(error: unknown, t: Translate): string {
  if (!isNoRoom(error)) throw error;
  logNoRoom(error);
  if (error instanceof StoreFull) return t("problems:noRoom.store");
  return t(error.kind === HISTORY ? "problems:noRoom.history" : "problems:noRoom.person");
}

export function logNoRoom(error: StoreFull | OverBudget): void {
  if (error instanceof StoreFull) log().error({ err: error }, "the store is full: nothing can be written");
  else log().warn({ err: error }, "a person has as much stored as they may");
}
