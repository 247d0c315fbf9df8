import { expect, test } from "vitest";
import { describeError } from "./log";

test("An error is logged by its kind, message and causes alone", () => {
  const cause = Object.assign(new TypeError("fetch failed"), { token: "eyJ.secret", code: "ECONNREFUSED" });
  const error = Object.assign(new Error("call to http://x/auth?code=abc&state=def failed", { cause }), {
    body: "secret",
  });
  const described = describeError(error);
  expect(described).toMatchObject({ type: "Error", cause: { type: "TypeError", code: "ECONNREFUSED" } });
  expect(JSON.stringify(described)).not.toMatch(/secret|code=abc|state=def/);
});

test("A thrown value that is no error is logged by its type alone", () => {
  expect(describeError("a token perhaps")).toEqual({ type: "string" });
});
