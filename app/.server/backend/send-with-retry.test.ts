import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import { Backend, type Call } from "./backend-call";
import { BackendError } from "./backend-error";
import { CallDeadline } from "./call-deadline";
import { sendWithRetry } from "./send-with-retry";

/** Of twelve slots three are one person's; a call has a second. */
Object.assign(process.env, testEnv({ BACKEND_TIMEOUT_MS: "1000", BACKEND_CONCURRENCY: "12" }));

const SHARE = 3;
const QUEUE = 16;

type Fetch = (url: string, init: RequestInit & { headers: Record<string, string> }) => Promise<Response>;
const fetched = vi.fn<Fetch>();
let number = 0;
let backend: Backend;
let baseUrl: string;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.stubGlobal("fetch", fetched);
  fetched.mockReset().mockImplementation(async () => new Response("text"));
  // Each test has a circuit of its own.
  number += 1;
  baseUrl = `http://backend-${number}.test`;
  backend = new Backend("sellers", baseUrl);
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const read: Call<string> = {
  operation: "read",
  method: "GET",
  path: "/x",
  read: ({ bytes }) => new TextDecoder().decode(bytes),
};
const write: Call<string> = { ...read, method: "POST", body: {} };
const attempt = async (call = read, { person = "p", left = 1_000 } = {}) => {
  const outcome = await sendWithRetry(backend, call, { token: "token-1", person }, new CallDeadline(left));
  return outcome.kind === "answered" ? outcome.value : outcome.kind;
};
/** What became of a call: its result, or the kind of its fault and the status. */
const endOf = (...given: Parameters<typeof attempt>) =>
  attempt(...given).catch((error: unknown) => {
    if (!(error instanceof BackendError)) throw error;
    return `${error.kind} ${error.status}`;
  });

const socket = (code: string) => new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code }) });
/** A backend that says nothing until it is left. */
const silence: Fetch = (_url, { signal }) =>
  new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
const after =
  (ms: number, then: () => Response): Fetch =>
  async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return then();
  };

test("A request holds what its call says", async () => {
  expect(await attempt({ ...read, query: new URLSearchParams({ q: "ł" }) })).toBe("text");
  await attempt({ ...write, body: { a: "ł" }, ifMatch: '"v"' });
  await attempt({ ...read, query: new URLSearchParams(), ifMatch: "" });
  const [asked, written, bare] = fetched.mock.calls;
  expect(asked?.[0]).toBe(`${baseUrl}/x?q=%C5%82`);
  expect(asked?.[1]).toMatchObject({ method: "GET", redirect: "manual", body: undefined });
  const headers = {
    Accept: "application/json",
    Authorization: "Bearer token-1",
    "X-Request-Id": expect.stringMatching(/./),
    traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
  };
  expect(asked?.[1].headers).toEqual(headers);
  expect(written?.[1]).toMatchObject({ method: "POST", body: '{"a":"ł"}' });
  expect(written?.[1].headers).toEqual({ ...headers, "Content-Type": "application/json", "If-Match": '"v"' });
  expect(bare?.[0]).toBe(`${baseUrl}/x`);
  expect(bare?.[1].headers).toEqual(headers);
});

test("A call's duration is taken from its deadline, whatever the outcome", async () => {
  const deadline = new CallDeadline(1_000);
  const call = () => sendWithRetry(backend, write, { token: "t", person: "p" }, deadline);
  fetched.mockImplementation(after(300, () => new Response("text")));
  const answered = call();
  await vi.advanceTimersByTimeAsync(300);
  await answered;
  expect(deadline.msLeft).toBe(700);
  fetched.mockImplementation(after(200, () => new Response(null, { status: 500 })));
  const failed = call().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(200);
  await failed;
  expect(deadline.msLeft).toBe(500);
});

test("A 401 fails the call, and its body is cancelled", async () => {
  const cancel = vi.fn();
  fetched.mockImplementation(async () => new Response(new ReadableStream({ cancel }), { status: 401 }));
  expect(await attempt()).toBe("tokenRefused");
  expect(cancel).toHaveBeenCalled();
  expect(fetched).toHaveBeenCalledTimes(1);
});

test.each([
  ["before it answers", silence],
  ["while its body comes", async (_url, { signal }) => new Response(unending(signal))],
] as [string, Fetch][])("A backend that falls silent %s is left at the deadline", async (_name, answer) => {
  fetched.mockImplementation(answer);
  const [asked, written] = [endOf(read), endOf(write)];
  await vi.advanceTimersByTimeAsync(999);
  expect(vi.getTimerCount()).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect([await asked, await written]).toEqual(["timeout 504", "outcomeUnknown 504"]);
  expect(fetched).toHaveBeenCalledTimes(2);
});

function unending(signal: AbortSignal | null | undefined) {
  return new ReadableStream({
    start: (to) => signal?.addEventListener("abort", () => to.error(signal.reason)),
  });
}

test("A status counts even if its body is cut off by the deadline", async () => {
  fetched.mockImplementation(async (_url, { signal }) => new Response(unending(signal), { status: 400 }));
  const refused = endOf(write);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await refused).toBe("status 400");
});

test("A read whose connection fails is retried once, by the same deadline", async () => {
  fetched.mockRejectedValueOnce(socket("ECONNRESET"));
  expect(await endOf()).toBe("text");
  fetched.mockRejectedValueOnce(socket("ECONNRESET")).mockResolvedValueOnce(new Response(null, { status: 500 }));
  expect(await endOf()).toBe("status 500");
  fetched.mockRejectedValueOnce(socket("ECONNRESET")).mockRejectedValueOnce(socket("HPE_INVALID_CONSTANT"));
  expect(await endOf()).toBe("badBody 502");
  fetched.mockReset().mockRejectedValue(socket("ECONNREFUSED"));
  expect(await endOf()).toBe("unreachable 503");
  expect(fetched).toHaveBeenCalledTimes(2);
  await expect(attempt()).rejects.toMatchObject({
    cause: expect.objectContaining({ message: "The connection failed" }),
  });

  fetched.mockReset().mockImplementationOnce(async (...given) => {
    await after(600, () => new Response())(...given);
    throw socket("ECONNRESET");
  });
  fetched.mockImplementation(silence);
  const late = endOf();
  await vi.advanceTimersByTimeAsync(999);
  expect(fetched).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await late).toBe("timeout 504");
});

test("A write is sent once, and its error says whether it may be done", async () => {
  fetched.mockRejectedValueOnce(socket("ECONNREFUSED"));
  const refused = await attempt(write).catch((error: BackendError) => error);
  expect(refused).toMatchObject({ kind: "unreachable", cause: expect.any(Error) });
  fetched.mockRejectedValueOnce(socket("ECONNRESET"));
  const lost = await attempt(write).catch((error: BackendError) => error);
  expect(lost).toMatchObject({
    kind: "outcomeUnknown",
    status: 502,
    lostKind: "unreachable",
    cause: expect.any(Error),
  });
  fetched.mockRejectedValueOnce(socket("HPE_INVALID_CONSTANT"));
  expect(await attempt(write).catch((error: BackendError) => error)).toMatchObject({ lostKind: "badBody" });
  expect(fetched).toHaveBeenCalledTimes(3);
});

test("One person has a quarter of the slots and of the queue at most", async () => {
  fetched.mockImplementation(silence);
  const ended = vi.fn();
  const one = async (person: string) => {
    const end = await endOf(read, { person });
    ended();
    return end;
  };
  const waiting = (person: string, count: number) => Array.from({ length: count }, () => one(person));
  const held = waiting("a", SHARE + SHARE * QUEUE);
  await vi.advanceTimersByTimeAsync(0);
  expect(fetched).toHaveBeenCalledTimes(SHARE);
  expect(await endOf(read, { person: "a" })).toBe("busy 503");
  const others = waiting("b", 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(fetched).toHaveBeenCalledTimes(SHARE + 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  const ends = await Promise.all([...held, ...others]);
  expect(ends.filter((end) => end === "timeout 504")).toHaveLength(SHARE + 1);
  expect(ends.filter((end) => end === "busy 503")).toHaveLength(SHARE * QUEUE);
});

test("A call without a slot by its deadline is never sent", async () => {
  fetched.mockImplementation(silence);
  const held = Array.from({ length: SHARE }, () => endOf(read, { left: 5_000 }));
  const late = attempt(write).catch((error: BackendError) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await late).toMatchObject({ kind: "busy", status: 503, cause: expect.anything() });
  expect(fetched).toHaveBeenCalledTimes(SHARE);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await Promise.all(held)).toEqual(Array(SHARE).fill("timeout 504"));
});

test("A slot that becomes free too late for a response isn't used", async () => {
  fetched.mockImplementation(after(901, () => new Response("text")));
  const held = Array.from({ length: SHARE }, () => endOf());
  const late = endOf(write);
  await vi.advanceTimersByTimeAsync(901);
  expect([...(await Promise.all(held)), await late]).toEqual([...Array(SHARE).fill("text"), "busy 503"]);
  expect(fetched).toHaveBeenCalledTimes(SHARE);

  fetched.mockClear().mockImplementationOnce(after(890, () => new Response("text")));
  const again = Array.from({ length: SHARE }, () => endOf());
  const inTime = endOf(write);
  fetched.mockImplementation(async () => new Response("text"));
  await vi.advanceTimersByTimeAsync(901);
  expect([...(await Promise.all(again)), await inTime]).toEqual(Array(SHARE + 1).fill("text"));
});

test("A call for a person who left isn't sent and counts as abandoned", async () => {
  fetched.mockImplementation(silence);
  const gone = new AbortController();
  const held = Array.from({ length: SHARE }, () => endOf({ ...read, signal: gone.signal }));
  const waiting = endOf({ ...read, signal: gone.signal });
  await vi.advanceTimersByTimeAsync(10);
  gone.abort();
  expect([...(await Promise.all(held)), await waiting]).toEqual(Array(SHARE + 1).fill("abandoned 503"));
  expect(fetched).toHaveBeenCalledTimes(SHARE);
  const late = await attempt({ ...read, signal: gone.signal }).catch((error: BackendError) => error);
  expect(late).toMatchObject({
    kind: "abandoned",
    status: 503,
    cause: expect.objectContaining({ name: "AbortError" }),
  });
  expect(fetched).toHaveBeenCalledTimes(SHARE);
});

test("A call whose time is over before it begins isn't sent", async () => {
  expect(await Promise.all([endOf(read, { left: 0 }), endOf(write, { left: -5 })])).toEqual(["busy 503", "busy 503"]);
  expect(fetched).not.toHaveBeenCalled();
});

test("A circuit that opens stops the calls that wait for a slot", async () => {
  fetched.mockImplementation(silence);
  let others: Promise<unknown>[] = [];
  for (let row = 0; row < 9; row += 1) {
    others = ["a", "b", "c"].map((person) => endOf(read, { person }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all(others)).toEqual(Array(3).fill("timeout 504"));
  }
  // Ten seconds of faults open it: these, whose deadline is the tenth, and then whoever waits
  // behind them.
  others = Array.from({ length: SHARE }, () => endOf());
  await vi.advanceTimersByTimeAsync(500);
  const behind = Array.from({ length: SHARE }, () => endOf());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await Promise.all(others)).toEqual(Array(SHARE).fill("timeout 504"));
  // One has the first slot that comes free before that is known to have been the last fault.
  expect(await Promise.all(behind)).toEqual(["timeout 504", "circuitOpen 504", "circuitOpen 504"]);
  expect(fetched).toHaveBeenCalledTimes(27 + SHARE + 1);
  // The metric's timer ends five minutes after the circuit opened.
  await vi.advanceTimersByTimeAsync(300_000);
});
