import { expect, test, vi } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import { lostAnswer, readResponse, retryAfter } from "./backend-answer";
import type { Answer, Call } from "./backend-call";
import { PROBLEM_MAX_BYTES } from "./problem-details";

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

test("what a success holds is read", async () => {
  expect(await result(new Response("text", { status: 299 }))).toBe("text");
  const seen = vi.fn(async ({ status, headers }: Answer) => `${status} ${headers.get("ETag")}`);
  const response = new Response(null, { status: 204, headers: { ETag: '"v"' } });
  expect(await result(response, { ...get, read: seen })).toBe('204 "v"');
});

test.each([300, 302, 399])("%i leads elsewhere: it isn't followed, nor its body read", async (status) => {
  const { body, cancelled } = watched("away");
  await expect(result(new Response(body, { status }))).rejects.toMatchObject({ kind: "redirect", status: 502 });
  expect(cancelled).toHaveBeenCalled();
});

test.each([400, 409, 412, 422])("%i says what to correct", async (status) => {
  await expect(result(new Response('{"title":"Źle"}', { status }), post)).rejects.toMatchObject({
    kind: "status",
    status,
    problem: { title: "Źle" },
  });
});

test("a read can't be in conflict with anything: 409 to one is an answer that makes no sense", async () => {
  const { body, cancelled } = watched('{"title":"Źle"}');
  await expect(result(new Response(body, { status: 409 }))).rejects.toMatchObject({ kind: "badBody", status: 502 });
  expect(cancelled).toHaveBeenCalled();
});

test.each([401, 404, 429, 500, 503])("of %i nothing but the status counts: its body isn't read", async (status) => {
  const { body, cancelled } = watched('{"title":"Źle"}');
  await expect(result(new Response(body, { status }), post)).rejects.toMatchObject({
    kind: "status",
    status,
    problem: undefined,
  });
  expect(cancelled).toHaveBeenCalled();
});

test.each([502, 504])("%i to a write is a gateway's: the write may have been done behind it", async (status) => {
  const { body, cancelled } = watched("Bad Gateway");
  await expect(result(new Response(body, { status }), post)).rejects.toMatchObject({
    kind: "outcomeUnknown",
    lostBy: "status",
    status,
  });
  expect(cancelled).toHaveBeenCalled();
  await expect(result(new Response(null, { status }))).rejects.toMatchObject({ kind: "status", status });
});

test("a problem too large to be one is none", async () => {
  const problem = (bytes: number) => JSON.stringify({ title: "" }).padEnd(bytes, " ");
  const refusal = (bytes: number) => result(new Response(problem(bytes), { status: 400 })).catch((error) => error);
  expect((await refusal(PROBLEM_MAX_BYTES)).problem).toEqual({ errors: {} });
  expect(await refusal(PROBLEM_MAX_BYTES + 1)).toMatchObject({ kind: "status", status: 400, problem: undefined });
});

test("a body is as large as a call and the configuration allow", async () => {
  const sized = (bytes: number) => new Response("x".repeat(bytes));
  expect(await result(sized(2_000))).toHaveLength(2_000);
  await expect(result(sized(2_001))).rejects.toMatchObject({ kind: "tooLarge", cause: expect.any(Error) });
  await expect(result(sized(101), { ...get, maxBytes: 100 })).rejects.toMatchObject({ kind: "tooLarge" });
  await expect(result(sized(2_001), { ...get, maxBytes: 9_000 })).rejects.toMatchObject({ kind: "tooLarge" });
  await expect(result(sized(2_001), post)).rejects.toMatchObject({ kind: "outcomeUnknown", lostBy: "tooLarge" });
});

test("a body that is cut is a bad one, and says by what", async () => {
  const cause = new Error("socket");
  const cut = () => new Response(new ReadableStream({ start: (to) => to.error(cause) }));
  await expect(result(cut())).rejects.toMatchObject({ kind: "badBody", status: 502, cause });
  await expect(result(cut(), post)).rejects.toMatchObject({ kind: "outcomeUnknown", status: 502, lostBy: "badBody" });
});

test.each([
  [new SyntaxError("SECRET"), "SyntaxError"],
  ["SECRET", "string"],
])("of a body that makes no sense the log has the kind of error alone", async (thrown, kind) => {
  const read = async () => Promise.reject(thrown);
  const message = `The answer doesn't have the agreed shape (${kind})`;
  await expect(result(new Response("SECRET"), { ...get, read })).rejects.toMatchObject({
    kind: "badBody",
    cause: expect.objectContaining({ message }),
  });
});

test("a lost answer to a question can be asked for again; a lost one to a write leaves its outcome unknown", () => {
  const cause = new Error("late");
  expect(lostAnswer("sellers", get, "timeout", cause)).toMatchObject({ kind: "timeout", status: 504, cause });
  const lost = { kind: "outcomeUnknown", lostBy: "timeout", status: 504, cause };
  for (const method of ["POST", "PUT", "PATCH"] as const) {
    expect(lostAnswer("sellers", { ...get, method }, "timeout", cause)).toMatchObject(lost);
  }
  expect(lostAnswer("sellers", post, "unreachable", cause)).toMatchObject({ lostBy: "unreachable", status: 502 });
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
])("%s is so many seconds, a day at most", (word, seconds) => {
  expect(said(word)).toBe(seconds);
});

test("a date counts from the answer's own", () => {
  expect(said("Mon, 23 Nov 2026 12:02:00 GMT", MADE)).toBe(120);
  expect(said("Fri, 21 Oct 2095 07:28:00 GMT", MADE)).toBe(86_400);
  expect(said(new Date(Date.now() + 90_000).toUTCString())).toBeGreaterThan(80);
});

test.each(["", "0", "-1", "1.5", "1e3", "soon", "soon 2099", "Mon, 23 Nov 2026 11:59:00 GMT", "then GMT"])(
  "%j says nothing of use",
  (word) => {
    expect(said(word, MADE)).toBeUndefined();
  },
);

test("neither does an answer without it", () => {
  expect(retryAfter(new Headers())).toBeUndefined();
});
