import { expect, test, vi } from "vitest";
import { log } from "~/.server/log";
import { testEnv } from "../../../test/support/test-env";
import { tellForeign, tellUnreadable } from "./seal";

Object.assign(process.env, testEnv());

test("of each kind the log is told once", () => {
  const warn = vi.spyOn(log(), "warn").mockImplementation(() => undefined);
  for (const kind of ["session", "draft", "session"]) {
    tellUnreadable(kind);
    tellForeign(kind);
  }
  const release = "a record of another release can't be read and counts as absent";
  const secret = "what another SESSION_SECRET sealed can't be read and counts as absent";
  expect(warn.mock.calls).toEqual([
    [{ kind: "session" }, release],
    [{ kind: "session" }, secret],
    [{ kind: "draft" }, release],
    [{ kind: "draft" }, secret],
  ]);
});
