import { log } from "~/.server/log";
import type { Translate } from "~/i18n/catalogues";
import { DatabaseFull, OverShare } from "./errors";

/** Insufficient Storage (RFC 4918 §11.5). */
export const NO_ROOM_STATUS = 507;

export function isNoRoom(error: unknown): error is DatabaseFull | OverShare {
  return error instanceof DatabaseFull || error instanceof OverShare;
}

/** Logs and translates a lack of room. @throws the error itself when it means something else */
export function noRoomTextOrThrow(error: unknown, t: Translate): string {
  if (!isNoRoom(error)) throw error;
  logNoRoom(error);
  if (error instanceof DatabaseFull) return t("problems:noRoom.database");
  return t(error.kind === "history" ? "problems:noRoom.history" : "problems:noRoom.person");
}

export function logNoRoom(error: DatabaseFull | OverShare): void {
  if (error instanceof DatabaseFull) log().error({ err: error }, "the database is full: nothing can be written");
  else log().warn({ err: error }, "a person has as much stored as they may");
}
