import type { RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { log } from "~/.server/log";
import { backendCalls } from "~/.server/metrics";
import { type FaultServer, startFaultServer } from "../../../test/support/fault-server";
import { Backend, type Call } from "./backend-call";
import { type AccessTokens, createBackendClient } from "./backend-client";
import { BackendError } from "./backend-error";
import { parseJson } from "./contract/parse-json";

/** In ms; nobody waits for it. */
const DEADLINE_MS = await vi.hoisted(async () => {
  const { testEnv } = await import("../../../test/support/test-env");
  const limits = { BACKEND_TIMEOUT_MS: "60000", BACKEND_MAX_BYTES: "200000", BACKEND_CONCURRENCY: "2" };
  Object.assign(process.env, testEnv(limits));
  return 60_000;
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

const fixedToken: AccessTokens = { person: "p1", current: async () => "token-1", renew: async () => undefined };
const answer = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));

const shape = z.object({ ok: z.boolean() });
const read: Call<{ ok: boolean }> = {
  operation: "read",
  method: "GET",
  path: "/x",
  read: ({ bytes }) => shape.parse(parseJson(bytes)),
};
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

test("A redirect isn't followed, and the token goes nowhere else", async () => {
  const elsewhere = await serve((_request, response) => answer(response, 200, { ok: true }));
  const server = await serve((_request, response) => response.writeHead(302, { Location: elsewhere.url }).end());
  expect(await fault(server.url, read)).toMatchObject({ kind: "redirect", status: 502 });
  expect(await fault(server.url, write)).toMatchObject({ kind: "redirect", status: 502 });
  expect(elsewhere.seen).toHaveLength(0);
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

const serveToken2 = () =>
  serve((request, response) =>
    request.headers.authorization === "Bearer token-2"
      ? answer(response, 200, { ok: true })
      : response.writeHead(401).end(),
  );

test("A 401 leads to one renewal and one retry, even of a write", async () => {
  const server = await serveToken2();
  const renew = vi.fn(async () => "token-2");
  const onUselessRenewal = vi.fn();
  const tokens = { person: "p1", current: async () => "token-1", renew, onUselessRenewal };
  expect(await client(server.url, tokens).call(write)).toEqual({ ok: true });
  expect(renew.mock.calls).toEqual([["token-1"]]);
  expect(onUselessRenewal).not.toHaveBeenCalled();
  expect(server.seen).toHaveLength(2);
});

test("A renewed token that gets a 401, too, isn't renewed again", async () => {
  const server = await serveToken2();
  const renew = vi.fn(async () => "token-3");
  const onUselessRenewal = vi.fn();
  const tokens = { person: "p1", current: async () => "token-1", renew, onUselessRenewal };
  expect(await fault(server.url, read, tokens)).toMatchObject({ kind: "unauthorized", status: 401 });
  expect(renew).toHaveBeenCalledTimes(1);
  expect(onUselessRenewal).toHaveBeenCalledTimes(1);
  expect(server.seen).toHaveLength(2);
});

test("A 401 is final if the token can't be renewed", async () => {
  const server = await serveToken2();
  const onUselessRenewal = vi.fn();
  const tokens = { ...fixedToken, onUselessRenewal };
  expect(await fault(server.url, read, tokens)).toMatchObject({ kind: "unauthorized", status: 401 });
  expect(onUselessRenewal).not.toHaveBeenCalled();
  expect(server.seen).toHaveLength(1);
});

test("The time that a renewal takes isn't taken from the call", async () => {
  const server = await serve((request, response) =>
    request.headers.authorization === "Bearer token-2"
      ? answer(response, 200, { ok: true })
      : response.writeHead(401).end(),
  );
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const renew = async () => {
    vi.advanceTimersByTime(DEADLINE_MS + 200);
    return "token-2";
  };
  expect(await client(server.url, { person: "p1", current: async () => "token-1", renew }).call(read)).toEqual({
    ok: true,
  });
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
  await fault(server.url, { ...read, signal: AbortSignal.abort() });
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
