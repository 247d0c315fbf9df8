import { expect, test, vi } from "vitest";
import { BodyTooLarge } from "~/.server/http/body-limits";
import { testEnv } from "../../../test/support/test-env";
import { readResponse, retryAfter } from "./backend-answer";
import type { Answer, Call } from "./backend-call";
import { PROBLEM_MAX_BYTES } from "./contract/problem-details";

Object.assign(process.env, testEnv({ BACKEND_MAX_BYTES: "2000" }));

const textOf = ({ bytes }: Answer) => new TextDecoder().decode(bytes);
const get: Call<string> = { operation: "read", method: "GET", path: "/", read: textOf };
const post: Call<string> = { ...get, method: "POST" };
const result = (response: Response, call = get) => readResponse("sellers", call, response);

/** A body that tells whether it was let go of. */
function watched(text: string) {
  const cancelled = vi.fn();
  const body = new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode(text)), cancel: cancelled });
  return { body, cancelled };
}

test("The body of a successful response is read", async () => {
  expect(await result(new Response("text", { status: 299 }))).toBe("text");
  const seen = vi.fn(async ({ status, headers }: Answer) => `${status} ${headers.get("ETag")}`);
  const response = new Response(null, { status: 204, headers: { ETag: '"v"' } });
  expect(await result(response, { ...get, read: seen })).toBe('204 "v"');
});

test.each([300, 302, 399])("A redirect (%i) isn't followed and its body isn't read", async (status) => {
  const { body, cancelled } = watched("away");
  await expect(result(new Response(body, { status }))).rejects.toMatchObject({ kind: "redirect", status: 502 });
  expect(cancelled).toHaveBeenCalled();
});

test.each([400, 409, 412, 422])("The problem document of a %i is read", async (status) => {
  await expect(result(new Response('{"title":"Źle"}', { status }), post)).rejects.toMatchObject({
    kind: "status",
    status,
    problem: { title: "Źle" },
  });
});

test("A 409 in response to a read is an invalid response", async () => {
  const { body, cancelled } = watched('{"title":"Źle"}');
  await expect(result(new Response(body, { status: 409 }))).rejects.toMatchObject({ kind: "badBody", status: 502 });
  expect(cancelled).toHaveBeenCalled();
});

test.each([401, 404, 429, 500, 503])("The body of a %i isn't read", async (status) => {
  const { body, cancelled } = watched('{"title":"Źle"}');
  await expect(result(new Response(body, { status }), post)).rejects.toMatchObject({
    kind: "status",
    status,
    problem: undefined,
  });
  expect(cancelled).toHaveBeenCalled();
});

test.each([502, 504])("A gateway's %i leaves the outcome of a write unknown", async (status) => {
  const { body, cancelled } = watched("Bad Gateway");
  await expect(result(new Response(body, { status }), post)).rejects.toMatchObject({
    kind: "outcomeUnknown",
    lostKind: "status",
    status,
  });
  expect(cancelled).toHaveBeenCalled();
  await expect(result(new Response(null, { status }))).rejects.toMatchObject({ kind: "status", status });
});

test("An oversized problem document is ignored", async () => {
  const problem = (bytes: number) => JSON.stringify({ title: "" }).padEnd(bytes, " ");
  const refusal = (bytes: number) => result(new Response(problem(bytes), { status: 400 })).catch((error) => error);
  expect((await refusal(PROBLEM_MAX_BYTES)).problem).toEqual({ errors: {} });
  expect(await refusal(PROBLEM_MAX_BYTES + 1)).toMatchObject({ kind: "status", status: 400, problem: undefined });
});

test("A body's limit is the lower of the call's and the configuration's", async () => {
  const sized = (bytes: number) => new Response("x".repeat(bytes));
  expect(await result(sized(2_000))).toHaveLength(2_000);
  await expect(result(sized(2_001))).rejects.toMatchObject({ kind: "tooLarge", cause: expect.any(Error) });
  await expect(result(sized(101), { ...get, maxBytes: 100 })).rejects.toMatchObject({ kind: "tooLarge" });
  await expect(result(sized(2_001), { ...get, maxBytes: 9_000 })).rejects.toMatchObject({ kind: "tooLarge" });
  await expect(result(sized(2_001), post)).rejects.toMatchObject({ kind: "outcomeUnknown", lostKind: "tooLarge" });
});

test("A truncated body is invalid, and the error names the cause", async () => {
  const cause = new Error("socket");
  const cut = () => new Response(new ReadableStream({ start: (to) => to.error(cause) }));
  await expect(result(cut())).rejects.toMatchObject({ kind: "badBody", status: 502, cause });
  await expect(result(cut(), post)).rejects.toMatchObject({ kind: "outcomeUnknown", status: 502, lostKind: "badBody" });
});

test.each([
  [new SyntaxError("SECRET"), "SyntaxError"],
  ["SECRET", "string"],
])("An invalid body's error holds only the kind of its cause", async (thrown, kind) => {
  const read = async () => Promise.reject(thrown);
  const message = `The answer doesn't have the agreed shape (${kind})`;
  await expect(result(new Response("SECRET"), { ...get, read })).rejects.toMatchObject({
    kind: "badBody",
    cause: expect.objectContaining({ message }),
  });
  const lost = { kind: "outcomeUnknown", lostKind: "badBody", status: 502 };
  await expect(result(new Response("SECRET"), { ...post, read })).rejects.toMatchObject(lost);
});

const said = (word: string, date?: string) =>
  retryAfter(new Headers({ "Retry-After": word, ...(date ? { Date: date } : {}) }));
const MADE = "Mon, 23 Nov 2026 12:00:00 GMT";

test.each([
  ["1", 1],
  ["120", 120],
  ["86400", 86_400],
  ["86401", 86_400],
  ["9".repeat(400), 86_400],
])("A Retry-After of %s is read as seconds, up to a day", (word, seconds) => {
  expect(said(word)).toBe(seconds);
});

test("A date in Retry-After counts from the response's own date", () => {
  expect(said("Mon, 23 Nov 2026 12:02:00 GMT", MADE)).toBe(120);
  expect(said("Fri, 21 Oct 2095 07:28:00 GMT", MADE)).toBe(86_400);
  expect(said(new Date(Date.now() + 90_000).toUTCString())).toBeGreaterThan(80);
});

test.each(["", "0", "-1", "1.5", "1e3", "soon", "soon 2099", "Mon, 23 Nov 2026 11:59:00 GMT", "then GMT"])(
  "A Retry-After of %j is ignored",
  (word) => {
    expect(said(word, MADE)).toBeUndefined();
  },
);

test("An answer of too many values counts as too large, also after a write", async () => {
  const read = () => {
    throw new BodyTooLarge("too many values");
  };
  await expect(result(new Response("[]"), { ...get, read })).rejects.toMatchObject({ kind: "tooLarge", status: 502 });
  const lost = { kind: "outcomeUnknown", lostKind: "tooLarge" };
  await expect(result(new Response("[]"), { ...post, read })).rejects.toMatchObject(lost);
});
