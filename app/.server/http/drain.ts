import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { log } from "~/.server/log";

/** A connection is closed if its browser stops reading the response for this time. */
const SOCKET_TIMEOUT_MS = 300_000;
// Longer than proxies keep an idle connection (nginx 1 minute, Envoy 1 hour). Otherwise a proxy
// could send a form into a connection that this process is closing, and would answer 502.
const KEEP_ALIVE_MS = 3_660_000;
// If connections use more than this share of the file descriptors, idle ones are closed. Otherwise,
// with 1,024 descriptors, the idle browsers of 1,000 people would keep out everybody for an hour.
const CONNECTIONS_SHARE = 0.75;
// After SIGTERM (docs/operations.md, "Stopping"):
//   0 s    `/readyz` answers 503, so that load balancers send no further requests
//   2 s    the server accepts no connections; running requests go on
//   9 s    the database is closed, even if a request is still running
//   9.8 s  the process exits, even if the database isn't closed yet
const READINESS_GRACE_MS = 2_000;
const DEADLINE_MS = 9_000;
const CLOSING_MS = 800;
const KEEP_ALIVE_AFTER_CLOSE_MS = 1_000;

let drainingSince: number | undefined;
let hasServer = false;
const closers: (() => Promise<unknown>)[] = [];

export function isDraining(): boolean {
  return drainingSince !== undefined;
}

export function drainTimeLeft(): number {
  return drainingSince === undefined ? Number.POSITIVE_INFINITY : drainingSince + DEADLINE_MS - performance.now();
}

/** `close` runs before the process ends, and may run again at the deadline. */
export function onDrained(close: () => Promise<unknown>): void {
  closers.push(close);
}

export function configureServer(server: Server): void {
  hasServer = true;
  server.timeout = SOCKET_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  closeIdleConnectionsWhenFull(server);
  // Delays `server.close`, which remix-serve calls right after SIGTERM: load balancers need time to
  // notice the 503 of `/readyz`.
  const close = server.close.bind(server);
  server.close = (callback) => {
    setTimeout(() => {
      close((error) => {
        callback?.(error);
        void closeEverything();
      });
      server.keepAliveTimeout = KEEP_ALIVE_AFTER_CLOSE_MS;
      server.closeIdleConnections();
    }, READINESS_GRACE_MS);
    return server;
  };
}

function closeIdleConnectionsWhenFull(server: Server): void {
  const maxConnections = maxOpenFiles() * CONNECTIONS_SHARE;
  let openCount = 0;
  server.on("connection", (socket) => {
    openCount += 1;
    socket.once("close", () => {
      openCount -= 1;
    });
    if (openCount > maxConnections) server.closeIdleConnections();
  });
}

/** No limit is known outside of Linux, which alone has this file. */
function maxOpenFiles(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return Number(limit ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

async function closeEverything(): Promise<void> {
  await Promise.allSettled(closers.map((close) => close()));
  log().info("stopped");
  process.exit(0);
}

function startDraining(signal: NodeJS.Signals): void {
  if (drainingSince !== undefined) return;
  drainingSince = performance.now();
  log().info({ signal }, "stopping");
  // Before the first request (edge.ts) there is no server to close and no response to wait for.
  if (!hasServer) void closeEverything();
  setTimeout(() => void closeEverything(), DEADLINE_MS).unref();
  setTimeout(() => process.exit(0), DEADLINE_MS + CLOSING_MS).unref();
}

export function drainOnSignals(): void {
  process.once("SIGTERM", startDraining);
  process.once("SIGINT", startDraining);
}
