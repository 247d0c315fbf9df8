import { expect, it, vi } from "vitest";
import { log } from "~/.server/log";
import { getT } from "~/i18n/i18n.server";
import { giveOwnDatabase } from "../../../test/support/own-database";
import { DatabaseFull, DatabaseUnavailable, isNoRoom, logNoRoom, noRoomTextOrThrow, QuotaExceeded } from "./errors";

giveOwnDatabase();
const t = getT("pl");

it("A full store and a person's own limit have different messages", () => {
  const error = vi.spyOn(log(), "error").mockImplementation(() => undefined);
  const warn = vi.spyOn(log(), "warn").mockImplementation(() => undefined);
  const [full, over] = [new DatabaseFull(new Error("disk")), new QuotaExceeded("job")];
  expect(noRoomTextOrThrow(full, t)).toBe(t("problems:noRoom.database"));
  expect([error.mock.calls, warn.mock.calls]).toEqual([[[{ err: full }, expect.stringContaining("full")]], []]);
  expect(noRoomTextOrThrow(over, t)).toBe(t("problems:noRoom.person"));
  expect(warn.mock.calls).toEqual([[{ err: over }, expect.stringContaining("as they may")]]);
  expect(error).toHaveBeenCalledTimes(1);
});

it("A full database is logged once a minute", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  // The fake clock starts at 0.
  vi.advanceTimersByTime(3_600_000);
  const error = vi.spyOn(log(), "error").mockReturnValue(undefined);
  error.mockClear();
  for (let n = 0; n < 1_000; n += 1) logNoRoom(new DatabaseFull(new Error("disk")));
  expect(error).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  logNoRoom(new DatabaseFull(new Error("disk")));
  expect(error).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

it("Any other error is rethrown", () => {
  for (const error of [new DatabaseUnavailable(new Error("down")), new TypeError("ours")]) {
    expect(isNoRoom(error)).toBe(false);
    expect(() => noRoomTextOrThrow(error, t)).toThrow(error);
  }
});
