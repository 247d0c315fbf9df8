import { EventEmitter } from "node:events";
import type { RequestListener, ServerResponse } from "node:http";
import type { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { log } from "~/.server/log";
import { type FaultServer, startFaultServer } from "../../../test/support/fault-server";
import { testEnv } from "../../../test/support/test-env";
import { attemptCall } from "./backend-attempt";
import type { Answer, Call } from "./backend-call";
import { BackendError } from "./backend-error";
import { askThread, type ToReader } from "./long-answers";

const CAP = 300_000;
Object.assign(process.env, testEnv({ BACKEND_MAX_BYTES: String(CAP) }));
/** The thread begins by having its source compiled. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const threads = vi.hoisted((): Worker[] => []);
const instead = vi.hoisted((): { start?: () => Worker } => ({}));
vi.mock("~/.server/own-thread", async (actual) => {
  const { startThread } = await actual<typeof import("~/.server/own-thread")>();
  return {
    startThread: (...given: Parameters<typeof startThread>) => {
      if (instead.start) return instead.start();
      const thread = startThread(...given);
      threads.push(thread);
      return thread;
    },
  };
});

let server: FaultServer;
let answer: RequestListener;
beforeAll(async () => {
  server = await startFaultServer((request, response) => answer(request, response));
  // Before the calls that have a deadline.
  answer = (_request, response) => response.end();
  await askThread({ url: server.url, headers: {}, maxBytes: 0 }, new AbortController().signal);
  server.seen.length = 0;
});
afterAll(async () => {
  for (const thread of threads) await thread.terminate();
  await server.close();
});

const call: Call<Answer> = { operation: "list", method: "GET", path: "/x", isLong: true, read: (read) => read };

type Asking = Partial<Call<Answer>> & { token?: string };

async function ask({ token = "t", ...more }: Asking = {}) {
  const caller = { token, person: token };
  const read = await attemptCall({ name: "sellers", baseUrl: server.url }, { ...call, ...more }, caller, {
    left: 10_000,
  });
  if (read === "refused") throw new Error("refused");
  return { ...read, bytes: Buffer.from(read.bytes.buffer, read.bytes.byteOffset, read.bytes.byteLength) };
}
const isShared = ({ bytes }: { bytes: Buffer }) => (bytes.buffer as ArrayBufferLike) instanceof SharedArrayBuffer;
const endOf = (asking?: Asking) =>
  ask(asking).then(
    ({ bytes }) => bytes.toString(),
    (error) => (error instanceof BackendError ? `${error.kind} ${error.status}` : error.message),
  );
const send = (text: string) => {
  answer = (_request, response) => response.end(text);
};

const LONG = "ż".repeat(100_000);
/** As long, begins and ends alike. */
const CHANGED = `${LONG.slice(0, 50_000)}ź${LONG.slice(50_001)}`;

test("asks as the server does, and gets what came", async () => {
  answer = (_request, response) => response.writeHead(200, { ETag: '"v"' }).end(LONG);
  const read = await ask({ query: new URLSearchParams({ q: "ł" }), token: "token-1" });
  expect([read.status, read.headers.get("etag"), read.bytes.toString(), isShared(read)]).toEqual([
    200,
    '"v"',
    LONG,
    true,
  ]);
  const headers = {
    authorization: "Bearer token-1",
    accept: "application/json",
    traceparent: expect.stringMatching(/^00-/),
    "x-request-id": expect.stringMatching(/./),
  };
  expect(server.seen).toMatchObject([{ method: "GET", url: "/x?q=%C5%82", headers }]);
  answer = (_request, response) => response.writeHead(204).end();
  expect(await ask()).toMatchObject({ status: 204, bytes: Buffer.alloc(0) });
});

test("an answer that is the same comes in the same memory, one that changes in the middle doesn't", async () => {
  send(LONG);
  const [first, again] = [await ask(), await ask()];
  send(CHANGED);
  const changed = await ask();
  expect(changed.bytes.toString()).toBe(CHANGED);
  const byte = first.bytes.readUInt8(0);
  first.bytes.writeUInt8(0x21, 0);
  expect([again, changed].map(({ bytes }) => bytes.readUInt8(0))).toEqual([0x21, byte]);
  first.bytes.writeUInt8(byte, 0);
  expect(await endOf()).toBe(CHANGED);
});

test("of two who ask at once, each gets the answer to their own token, whichever is ready first", async () => {
  const held: ServerResponse[] = [];
  answer = ({ headers }, response) => {
    if (headers.authorization !== "Bearer a") return response.end(CHANGED, () => held[0]?.end(LONG));
    held.push(response);
    // The other's answer comes while this one has begun.
    response.write("");
  };
  const a = endOf({ token: "a" });
  await expect.poll(() => held.length).toBe(1);
  expect(await endOf({ token: "b" })).toBe(CHANGED);
  expect(await a).toBe(LONG);
});

test("an answer that is cut off is a bad one, and not asked for again", async () => {
  send(LONG);
  await ask();
  answer = (_request, response) => {
    response.writeHead(200, { "Content-Length": String(2 * LONG.length) });
    response.write(LONG.slice(0, 70_000), () => response.destroy());
  };
  server.seen.length = 0;
  expect(await endOf()).toBe("badBody 502");
  expect(server.seen).toHaveLength(1);
});

test("no answer is longer than the cap, announced or not, and its connection is let go", async () => {
  const closed = vi.fn();
  answer = (request, response) => {
    response.once("close", closed);
    if (request.url === "/announced") return response.writeHead(200, { "Content-Length": String(CAP + 1) }).write("[");
    const more = () => {
      while (!response.destroyed && response.write(LONG));
      response.once("drain", more);
    };
    more();
  };
  expect(await endOf()).toBe("tooLarge 502");
  expect(await endOf({ path: "/announced" })).toBe("tooLarge 502");
  await expect.poll(() => closed.mock.calls.length).toBe(2);
  send("x".repeat(101));
  expect(await endOf({ maxBytes: 100 })).toBe("tooLarge 502");
});

test.each([false, true])("whoever leaves, and a deadline, end the question: headers sent %s", async (isBegun) => {
  const arrived = vi.fn();
  const closed = vi.fn();
  answer = (_request, response) => {
    response.once("close", closed);
    if (isBegun) response.write("[", arrived);
    else arrived();
  };
  const gone = new AbortController();
  const left = endOf({ gone: gone.signal });
  await expect.poll(() => arrived.mock.calls.length).toBe(1);
  gone.abort();
  expect(await left).toBe("abandoned 503");
  await expect.poll(() => closed.mock.calls.length).toBe(1);

  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const late = endOf();
  await vi.waitUntil(() => arrived.mock.calls.length === 2);
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(await late).toBe("timeout 504");
  await expect.poll(() => closed.mock.calls.length).toBe(2);
});

test.each([
  [401, "refused"],
  [302, "redirect 502"],
  [400, "status 400"],
  [503, "status 503"],
])("a %i comes through, isn't followed, and nothing is sent again", async (status, end) => {
  answer = (_request, response) => response.writeHead(status, { Location: "/elsewhere" }).write("words without an end");
  server.seen.length = 0;
  expect(await endOf()).toBe(end);
  expect(server.seen).toHaveLength(1);
});

test("a connection that fails is tried once more, by the server itself", async () => {
  let drops = 1;
  answer = (request, response) => {
    if (drops-- > 0) request.socket.destroy();
    else response.end(LONG);
  };
  server.seen.length = 0;
  const read = await ask();
  expect([read.bytes.toString(), isShared(read), server.seen.length]).toEqual([LONG, false, 2]);
  drops = 2;
  expect(await endOf()).toBe("unreachable 503");
});

test("behind a proxy there is no such thread", async () => {
  vi.resetModules();
  process.env.HTTPS_PROXY = "http://proxy.test:3128";
  const { isReadByThread } = await import("./long-answers");
  expect(isReadByThread()).toBe(false);
  delete process.env.HTTPS_PROXY;
});

/** The module anew, with this for its thread. */
async function withThread(start: () => Worker) {
  vi.resetModules();
  instead.start = start;
  const { log: theirs } = await import("~/.server/log");
  const error = vi.spyOn(theirs(), "error").mockImplementation(() => undefined);
  return { ...(await import("./long-answers")), error };
}
const question = { url: "http://127.0.0.1:1", headers: {}, maxBytes: 1 };

test("a thread that says nothing of a question that was left is ended, and one that does isn't", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const thread = new EventEmitter() as Worker;
  let answers = true;
  const terminate = vi.fn(async () => Number(thread.emit("exit", 1)));
  const postMessage = ({ id, question: asked }: ToReader) => {
    const said = { id, read: { kind: "fault", message: "left" } };
    if (answers && !asked) queueMicrotask(() => thread.emit("message", said));
  };
  Object.assign(thread, { postMessage, terminate, unref: () => undefined });
  const own = await withThread(() => thread);
  for (answers of [true, false]) {
    const gone = new AbortController();
    const asked = own.askThread(question, gone.signal);
    gone.abort(new Error("gone"));
    await expect(asked).rejects.toThrow("gone");
    await vi.advanceTimersByTimeAsync(29_999);
    expect(terminate).not.toHaveBeenCalled();
    if (answers) await vi.advanceTimersByTimeAsync(60_000);
  }
  const other = own.askThread(question, new AbortController().signal);
  const told = expect(other).rejects.toThrow("The connection failed");
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await told;
  expect([terminate.mock.calls.length, own.isReadByThread(), own.error.mock.calls.length]).toEqual([1, false, 1]);
});

test("where there is no thread to be had lists are read without it", async () => {
  const own = await withThread(() => {
    throw new Error("ERR_WORKER_INIT_FAILED");
  });
  await expect(own.askThread(question, new AbortController().signal)).rejects.toThrow("The connection failed");
  expect([own.isReadByThread(), own.error.mock.calls.length]).toEqual([false, 1]);
});

test("a thread that ends takes no answer with it: the server reads on without it, and says so once", async () => {
  const error = vi.spyOn(log(), "error").mockImplementation(() => undefined);
  answer = (_request, response) => {
    answer = (_again, response) => response.end(LONG);
    response.write("[", () => threads[0]?.terminate());
  };
  server.seen.length = 0;
  const read = await ask({ token: "SECRET" });
  expect([read.bytes.toString(), isShared(read), server.seen.length]).toEqual([LONG, false, 2]);
  expect(isShared(await ask())).toBe(false);
  expect([threads.length, error.mock.calls.length, JSON.stringify(error.mock.calls).includes("SECRET")]).toEqual([
    1,
    1,
    false,
  ]);
});
