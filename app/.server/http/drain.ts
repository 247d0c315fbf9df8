import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { log } from "~/.server/log";

/** In ms. A response may stall for as long as Node lets a request arrive. */
const SOCKET_TIMEOUT_MS = 300_000;
/**
 * The proxy must close an idle connection first: a form sent into a closing connection would get
 * 502. Envoy waits for an hour, Google's load balancer for 10 minutes, nginx for a minute.
 */
const KEEP_ALIVE_MS = 3_660_000;
/**
 * The share of the process's file descriptors that connections may take before idle ones are closed:
 * with 1,024 descriptors, 800 people's idle browsers would keep out everybody else for an hour.
 */
const CONNECTIONS_SHARE = 0.75;
/** How long the listener stays open after SIGTERM, in ms: a balancer must see 503 at `/readyz`. */
const READINESS_GRACE_MS = 2_000;
/** In ms from SIGTERM: the process must end within 10 s (docs/operations.md, "Stopping"). */
const DEADLINE_MS = 9_000;
/** How long an idle connection stays open once the listener is closed, in ms. */
const LAST_IDLE_MS = 1_000;
/** How long closing the database may take after DEADLINE_MS, in ms. */
const CLOSING_MS = 800;

let drainingSince: number | undefined;
let hasServer = false;
const endings: (() => Promise<unknown>)[] = [];

export function isDraining(): boolean {
  return drainingSince !== undefined;
}

/** @returns ms; Infinity while the server isn't draining */
export function drainTimeLeft(): number {
  return drainingSince === undefined ? Number.POSITIVE_INFINITY : drainingSince + DEADLINE_MS - performance.now();
}

/** Adds what to close before the process ends; at the deadline it may be called a second time. */
export function onDrained(end: () => Promise<unknown>): void {
  endings.push(end);
}

/** Sets the connections' limits, and delays the closing of the server by remix-serve on SIGTERM. */
export function watchServer(server: Server): void {
  hasServer = true;
  server.timeout = SOCKET_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  closeIdleConnectionsWhenShort(server);
  const close = server.close.bind(server);
  server.close = (callback) => {
    setTimeout(() => {
      close((error) => {
        callback?.(error);
        void closeEverything();
      });
      server.keepAliveTimeout = LAST_IDLE_MS;
      server.closeIdleConnections();
    }, READINESS_GRACE_MS);
    return server;
  };
}

function closeIdleConnectionsWhenShort(server: Server): void {
  const most = maxOpenFiles() * CONNECTIONS_SHARE;
  let openCount = 0;
  server.on("connection", (socket) => {
    openCount += 1;
    socket.once("close", () => {
      openCount -= 1;
    });
    if (openCount > most) server.closeIdleConnections();
  });
}

/** @returns Infinity where the system doesn't say */
function maxOpenFiles(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return Number(limit ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

async function closeEverything(): Promise<void> {
  await Promise.allSettled(endings.map((end) => end()));
  log().info("stopped");
  process.exit(0);
}

function startDraining(signal: NodeJS.Signals): void {
  if (drainingSince !== undefined) return;
  drainingSince = performance.now();
  log().info({ signal }, "stopping");
  // Before the first request the server is unknown (edge.ts), and nothing has to be finished.
  if (!hasServer) void closeEverything();
  setTimeout(() => void closeEverything(), DEADLINE_MS).unref();
  setTimeout(() => process.exit(0), DEADLINE_MS + CLOSING_MS).unref();
}

export function drainOnSignals(): void {
  process.once("SIGTERM", startDraining);
  process.once("SIGINT", startDraining);
}
