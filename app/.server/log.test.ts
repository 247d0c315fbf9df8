import { expect, test } from "vitest";
import { describeError } from "./log";

test("an error is described by kind, message and causes, never by its own properties", () => {
  const cause = Object.assign(new TypeError("fetch failed"), { token: "eyJ.secret", code: "ECONNREFUSED" });
  const error = Object.assign(new Error("call to http://x/auth?code=abc&state=def failed", { cause }), {
    body: "secret",
  });
  const described = describeError(error);
  expect(described).toMatchObject({ type: "Error", cause: { type: "TypeError", code: "ECONNREFUSED" } });
  expect(JSON.stringify(described)).not.toMatch(/secret|code=abc|state=def/);
});

test("a thrown value that is no error is named by its type only", () => {
  expect(describeError("a token perhaps")).toEqual({ type: "string" });
});
