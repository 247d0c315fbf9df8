import type { Server } from "node:http";
import { env } from "~/.server/env";

/** How long the listener stays open after SIGTERM, in ms, so that a load balancer sees `/readyz` answer 503. */
const NOTICE_MS = 2_000;
/**
 * From SIGTERM, in ms: whatever still runs then is cut, so that the process is gone within 10 s (docs/operations.md,
 * "Stopping").
 */
const DEADLINE_MS = 9_000;
/** How long a connection stays open without a request once the listener is closed, in ms: an answer that ends then is its last. */
const LAST_IDLE_MS = 1_000;
/** How long closing the store may take after DEADLINE_MS, in ms; then the process ends, whatever still hangs. */
const CLOSING_MS = 800;

let drainingSince: number | undefined;
const servers = new Set<Server>();
const endings: (() => Promise<unknown>)[] = [];

export function isDraining(): boolean {
  return drainingSince !== undefined;
}

/** Milliseconds until whatever still runs is cut; Infinity while the server isn't draining. */
export function drainTimeLeft(): number {
  return drainingSince === undefined ? Number.POSITIVE_INFINITY : drainingSince + DEADLINE_MS - performance.now();
}

/** Runs when the last connection has closed: where the store is flushed and closed. */
export function onDrained(end: () => Promise<unknown>): void {
  endings.push(end);
}

/**
 * Sets the limits of connections that remix-serve leaves at Node's defaults, and keeps its listener open for NOTICE_MS after the
 * signal, when remix-serve would close it.
 */
function watch(server: Server): void {
  if (servers.has(server)) return;
  servers.add(server);
  // A request gets 408 if it takes longer to arrive, and a connection on which nothing moves for so long is closed. That is
  // longer than any answer takes: 5 minutes by default, in which 12 MB arrive at 330 kbit/s.
  const longest = 5 * env().CLIENT_TIMEOUT_SECONDS * 1000;
  server.requestTimeout = longest;
  server.timeout = longest;
  // Longer than a proxy keeps a connection, so that the proxy closes it: a form sent into one that closes here would be a 502.
  server.keepAliveTimeout = env().KEEP_ALIVE_SECONDS * 1000;
  const close = server.close.bind(server);
  server.close = (callback) => {
    setTimeout(() => {
      close((error) => {
        callback?.(error);
        void finish();
      });
      server.keepAliveTimeout = LAST_IDLE_MS;
      server.closeIdleConnections();
    }, NOTICE_MS);
    return server;
  };
}

async function finish(): Promise<void> {
  await Promise.allSettled(endings.map((end) => end()));
  process.exit(0);
}

function begin(): void {
  if (drainingSince !== undefined) return;
  drainingSince = performance.now();
  if (servers.size === 0) void finish();
  setTimeout(() => void finish(), DEADLINE_MS).unref();
  setTimeout(() => process.exit(0), DEADLINE_MS + CLOSING_MS).unref();
}

/** Listens for the signals; called once, when the server's code is loaded. */
function listen(): void {
  process.once("SIGTERM", begin);
  process.once("SIGINT", begin);
}

export const drain = { watch, listen };
