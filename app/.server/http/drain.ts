import type { Server } from "node:http";
import { env } from "~/.server/env";

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

export function onDrained(end: () => Promise<unknown>): void {
  endings.push(end);
}

/** remix-serve leaves connections at Node's default limits and closes its listener on SIGTERM. */
export function watchServer(server: Server): void {
  hasServer = true;
  // Longer than any form takes: in 5 minutes, the default, 12 MB arrive at 330 kbit/s.
  const longest = 5 * env().CLIENT_TIMEOUT_SECONDS * 1000;
  server.requestTimeout = longest;
  server.timeout = longest;
  // The proxy must close the connection first: a form sent into a closing one would get 502.
  server.keepAliveTimeout = env().KEEP_ALIVE_SECONDS * 1000;
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

async function closeEverything(): Promise<void> {
  await Promise.allSettled(endings.map((end) => end()));
  process.exit(0);
}

function startDraining(): void {
  if (drainingSince !== undefined) return;
  drainingSince = performance.now();
  if (!hasServer) void closeEverything();
  setTimeout(() => void closeEverything(), DEADLINE_MS).unref();
  setTimeout(() => process.exit(0), DEADLINE_MS + CLOSING_MS).unref();
}

export function drainOnSignals(): void {
  process.once("SIGTERM", startDraining);
  process.once("SIGINT", startDraining);
}
