import type { RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { log } from "~/.server/log";
import { backendCalls } from "~/.server/metrics";
import { type FaultServer, startFaultServer } from "../../../test/support/fault-server";
import { settlesBefore } from "../../../test/support/settles-before";
import { Backend } from "./backend";
import { type Call, json } from "./backend-call";
import { type AccessTokens, createBackendClient } from "./backend-client";
import { BackendError } from "./backend-error";

/**
 * In milliseconds; long enough for an honest answer on a busy machine, since every call here has
 * it.
 */
const DEADLINE_MS = await vi.hoisted(async () => {
  const { testEnv } = await import("../../../test/support/test-env");
  const limits = { BACKEND_TIMEOUT_MS: "2000", BACKEND_MAX_BYTES: "200000", BACKEND_CONCURRENCY: "2" };
  Object.assign(process.env, testEnv(limits));
  return 2_000;
});

// Node loads its HTTP client at the first call, which on a busy machine takes longer than the
// deadline.
beforeAll(async () => {
  const server = await startFaultServer((_request, response) => response.end());
  await (await fetch(server.url)).text();
  await server.close();
});

const servers: FaultServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(answer: RequestListener): Promise<FaultServer> {
  const server = await startFaultServer(answer);
  servers.push(server);
  return server;
}

const fixedToken: AccessTokens = { person: "p1", current: async () => "token-1", renewed: async () => undefined };
const answer = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));

const shape = z.object({ ok: z.boolean() });
const read: Call<{ ok: boolean }> = { operation: "read", method: "GET", path: "/x", read: json(shape) };
const write: Call<{ ok: boolean }> = { ...read, operation: "write", method: "POST", body: { name: "Łódź" } };

const backends = new Map<string, Backend>();
function client(url: string, tokens = fixedToken) {
  const backend = backends.get(url) ?? new Backend("sellers", url);
  backends.set(url, backend);
  return createBackendClient(backend, tokens);
}

async function fault(url: string, call: Call<unknown>, tokens = fixedToken): Promise<BackendError> {
  const error = await client(url, tokens)
    .call(call)
    .then(
      () => undefined,
      (cause: unknown) => cause,
    );
  if (!(error instanceof BackendError)) throw new Error(`Not a BackendError: ${error}`);
  return error;
}

test("A call sends the agreed headers and its body as JSON", async () => {
  const server = await serve((_request, response) => answer(response, 200, { ok: true }));
  expect(await client(server.url).call({ ...write, ifMatch: '"v1"', query: new URLSearchParams({ q: "ł" }) })).toEqual({
    ok: true,
  });
  const [seen] = server.seen;
  expect(seen).toMatchObject({ method: "POST", url: "/x?q=%C5%82", body: '{"name":"Łódź"}' });
  expect(seen?.headers).toMatchObject({
    accept: "application/json",
    authorization: "Bearer token-1",
    "content-type": "application/json",
    "if-match": '"v1"',
  });
  expect(seen?.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(seen?.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
});

test.skipIf(process.env.MUTATION)("A backend that never answers is left at the deadline", async () => {
  const server = await serve(() => {});
  const asked = fault(server.url, read);
  expect(await settlesBefore(asked, 5_000)).toBe(true);
  expect(await asked).toMatchObject({ kind: "timeout", status: 504 });
  expect(server.seen).toHaveLength(1);
  expect(await fault(server.url, write)).toMatchObject({ kind: "outcomeUnknown", status: 504 });
  expect(server.seen).toHaveLength(2);
});

test.skipIf(process.env.MUTATION)("A body that stops in the middle ends the call at the deadline", async () => {
  const server = await serve((_request, response) => {
    response.writeHead(200).write('{"ok":');
  });
  expect(await fault(server.url, read)).toMatchObject({ kind: "timeout", status: 504 });
});

test("A redirect isn't followed, and the token goes nowhere else", async () => {
  const elsewhere = await serve((_request, response) => answer(response, 200, { ok: true }));
  const server = await serve((_request, response) => response.writeHead(302, { Location: elsewhere.url }).end());
  expect(await fault(server.url, read)).toMatchObject({ kind: "redirect", status: 502 });
  expect(await fault(server.url, write)).toMatchObject({ kind: "redirect", status: 502 });
  expect(elsewhere.seen).toHaveLength(0);
});

test.each([
  ["HTML", "<!doctype html><p>Log in</p>"],
  ["cut JSON", '{"ok":tr'],
  ["another shape", '{"ok":"yes"}'],
  ["nothing", ""],
])("A 200 with %s is an error, and a write's outcome is unknown", async (_name, body) => {
  const server = await serve((_request, response) => response.writeHead(200).end(body));
  expect(await fault(server.url, read)).toMatchObject({ kind: "badBody", status: 502 });
  expect(await fault(server.url, write)).toMatchObject({ kind: "outcomeUnknown", status: 502 });
});

test("A response's content reaches neither the error nor its stack", async () => {
  const server = await serve((_request, response) => response.writeHead(200).end("SECRET-RECORD"));
  const error = await fault(server.url, read);
  expect(`${error.message} ${(error.cause as Error).message} ${(error.cause as Error).stack}`).not.toContain("SECRET");
});

test("A read whose body is cut off fails and isn't retried", async () => {
  const server = await serve((_request, response) => {
    response.writeHead(200, { "Content-Length": "1000" }).write('{"ok":', () => response.destroy());
  });
  expect(await fault(server.url, read)).toMatchObject({ kind: "badBody", status: 502 });
  expect(server.seen).toHaveLength(1);
});

test("A body over the size limit is cut off, announced or not", async () => {
  let sent = 0;
  const server = await serve((request, response) => {
    if (request.url === "/announced") return response.writeHead(200, { "Content-Length": "900000000" }).write("[");
    response.writeHead(200);
    const chunk = Buffer.alloc(64 * 1024, 32);
    const more = () => {
      while (!response.destroyed && sent < 500_000_000) {
        sent += chunk.length;
        if (!response.write(chunk)) return response.once("drain", more);
      }
    };
    more();
  });
  expect(await fault(server.url, { ...read, path: "/announced" })).toMatchObject({ kind: "tooLarge", status: 502 });
  expect(await fault(server.url, read)).toMatchObject({ kind: "tooLarge", status: 502 });
  expect(sent).toBeLessThan(50_000_000);
});

test("A read is retried once after the connection failed, a write never", async () => {
  let drops = 1;
  const server = await serve((request, response) => {
    if (drops-- > 0) request.socket.destroy();
    else answer(response, 200, { ok: true });
  });
  expect(await client(server.url).call(read)).toEqual({ ok: true });
  expect(server.seen).toHaveLength(2);
  drops = 2;
  expect(await fault(server.url, read)).toMatchObject({ kind: "unreachable", status: 503 });
  expect(server.seen).toHaveLength(4);
  drops = 1;
  expect(await fault(server.url, write)).toMatchObject({ kind: "outcomeUnknown" });
  expect(server.seen).toHaveLength(5);
});

test("A refused connection means that a write wasn't done", async () => {
  const server = await startFaultServer(() => {});
  await server.close();
  expect(await fault(server.url, write)).toMatchObject({ kind: "unreachable", status: 503 });
  expect(await fault(server.url, read)).toMatchObject({ kind: "unreachable", status: 503 });
});

test("A response that isn't HTTP is an invalid body", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end("SSH-2.0-OpenSSH_9.2\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  expect(await fault(`http://127.0.0.1:${port}`, read)).toMatchObject({ kind: "badBody", status: 502 });
  server.close();
});

test.each([400, 403, 404, 422, 429, 500, 503])(
  "A status %i reaches the caller, and nothing is repeated",
  async (status) => {
    const server = await serve((_request, response) => answer(response, status, { title: "Nie" }));
    expect(await fault(server.url, read)).toMatchObject({ kind: "status", status });
    expect(await fault(server.url, write)).toMatchObject({ kind: "status", status });
    expect(server.seen).toHaveLength(2);
  },
);

test.skipIf(process.env.MUTATION)("A 400 brings its problem document and survives a hostile one", async () => {
  const server = await serve((request, response) => {
    if (request.url === "/good") return answer(response, 400, { title: "Źle", errors: { mpk: ["Zajęte"] } });
    if (request.url === "/hang") return response.writeHead(400).write('{"title":');
    if (request.url === "/huge") return response.writeHead(400).end(`{"title":"${"x".repeat(150_000)}"}`);
    return response.writeHead(400).end('{"title":{},"detail":7,"errors":[["x"]]}');
  });
  expect((await fault(server.url, { ...write, path: "/good" })).problem).toEqual({
    title: "Źle",
    detail: undefined,
    errors: { mpk: ["Zajęte"] },
  });
  expect(await fault(server.url, { ...write, path: "/hang" })).toMatchObject({ kind: "status", status: 400 });
  expect((await fault(server.url, { ...write, path: "/huge" })).problem).toBeUndefined();
  expect((await fault(server.url, { ...write, path: "/odd" })).problem).toMatchObject({ errors: {} });
});

test("A 401 leads to one renewal and one retry, even of a write", async () => {
  const server = await serve((request, response) =>
    request.headers.authorization === "Bearer token-2"
      ? answer(response, 200, { ok: true })
      : response.writeHead(401).end(),
  );
  const renewed = vi.fn(async () => "token-2");
  const onUselessRenewal = vi.fn();
  const first = { person: "p1", current: async () => "token-1", renewed, onUselessRenewal };
  expect(await client(server.url, first).call(write)).toEqual({ ok: true });
  expect(renewed.mock.calls).toEqual([["token-1"]]);
  expect(onUselessRenewal).not.toHaveBeenCalled();
  expect(server.seen).toHaveLength(2);

  const useless = vi.fn(async () => "token-3");
  const tokens = { person: "p1", current: async () => "token-1", renewed: useless, onUselessRenewal };
  expect(await fault(server.url, read, tokens)).toMatchObject({ kind: "unauthorized", status: 401 });
  expect(useless).toHaveBeenCalledTimes(1);
  expect(onUselessRenewal).toHaveBeenCalledTimes(1);
  expect(server.seen).toHaveLength(4);

  const dead = { ...fixedToken, onUselessRenewal };
  expect(await fault(server.url, read, dead)).toMatchObject({ kind: "unauthorized", status: 401 });
  expect(onUselessRenewal).toHaveBeenCalledTimes(1);
  expect(server.seen).toHaveLength(5);
});

test.skipIf(process.env.MUTATION)("The time that a renewal takes isn't taken from the call", async () => {
  const server = await serve((request, response) =>
    request.headers.authorization === "Bearer token-2"
      ? answer(response, 200, { ok: true })
      : response.writeHead(401).end(),
  );
  const renewed = async () => {
    await wait(DEADLINE_MS + 200);
    return "token-2";
  };
  expect(await client(server.url, { person: "p1", current: async () => "token-1", renewed }).call(read)).toEqual({
    ok: true,
  });
});

test.skipIf(process.env.MUTATION)("Calls beyond the slots wait, and give up at the deadline", async () => {
  let open = 0;
  let most = 0;
  const server = await serve(async (_request, response) => {
    open += 1;
    most = Math.max(most, open);
    await wait(60);
    open -= 1;
    answer(response, 200, { ok: true });
  });
  await Promise.all(Array.from({ length: 8 }, () => client(server.url).call(read)));
  expect(most).toBe(2);

  const silent = await serve(() => {});
  const faults = await Promise.all(Array.from({ length: 40 }, () => fault(silent.url, read)));
  const kinds = faults.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "timeout")).toHaveLength(2);
  expect(kinds.filter((kind) => kind === "busy")).toHaveLength(38);
  expect(faults.every(({ status, kind }) => status === (kind === "busy" ? 503 : 504))).toBe(true);
  expect(silent.seen).toHaveLength(2);
  expect(await client(server.url).call(read)).toEqual({ ok: true });
});

test("Only a 404 counts as not found", async () => {
  const server = await serve((request, response) => {
    if (request.url === "/x") return answer(response, 200, { ok: true });
    return response.writeHead(request.url === "/none" ? 404 : 410).end();
  });
  expect(await client(server.url).find(read)).toEqual({ ok: true });
  expect(await client(server.url).find({ ...read, path: "/none" })).toBeNull();
  await expect(client(server.url).find({ ...read, path: "/gone" })).rejects.toMatchObject({ status: 410 });
});

test("Each call is counted by its outcome, and a failure is logged once", async () => {
  backendCalls.reset();
  const warn = vi.spyOn(log(), "warn").mockImplementation(() => undefined);
  const server = await serve((request, response) => {
    if (request.url === "/x") return answer(response, 200, { ok: true });
    if (request.url === "/cut") return request.socket.destroy();
    return response.writeHead(request.url === "/none" ? 404 : 500).end();
  });
  await client(server.url).call(read);
  await client(server.url).find({ ...read, path: "/none" });
  await fault(server.url, { ...read, gone: AbortSignal.abort() });
  await expect(
    client(server.url, { ...fixedToken, current: async () => Promise.reject(new Error("ours")) }).call(read),
  ).rejects.toThrow("ours");
  expect(warn).not.toHaveBeenCalled();
  await fault(server.url, { ...read, path: "/broken" });
  await fault(server.url, { ...write, path: "/cut" });
  const told = { backend: "sellers", ms: expect.any(Number) };
  const words = "backend call failed";
  expect(warn.mock.calls).toEqual([
    [{ ...told, operation: "read", kind: "status", status: 500 }, words],
    [{ ...told, operation: "write", kind: "outcomeUnknown", status: 502, err: expect.any(Error) }, words],
  ]);
  for (const [{ ms }] of warn.mock.calls as unknown as [{ ms: number }][]) expect(ms).toBeLessThan(60_000);
  warn.mockRestore();
  const { values } = await backendCalls.get();
  const counted = values.filter(({ metricName }) => metricName?.endsWith("_count"));
  expect(counted.map(({ labels, value }) => [labels.backend, labels.method, labels.outcome, value])).toEqual([
    ["sellers", "GET", "ok", 1],
    ["sellers", "GET", "404", 1],
    ["sellers", "GET", "abandoned", 1],
    ["sellers", "GET", "500", 1],
    ["sellers", "POST", "outcomeUnknown", 1],
  ]);
});
