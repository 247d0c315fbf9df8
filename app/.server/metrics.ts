import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { routeOf } from "./route-name";

export const registry = new Registry();

/** Called only with METRICS_TOKEN, because prom-client wakes an idle process 100 times a second. */
export function measureProcess(): void {
  collectDefaultMetrics({ register: registry });
}

const registers = [registry];
const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
  new Counter({ name, help, labelNames, registers });
const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
  new Gauge({ name, help, labelNames, registers });

export const buildInfo = gauge("panel_build_info", "1, by version, commit and Node version", [
  "version",
  "commit",
  "node",
]);

const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const requestDurations = new Histogram({
  name: "http_request_duration_seconds",
  help: "Time from a request's arrival to its last byte, by route name",
  labelNames: ["route", "method", "status"],
  buckets: CALL_SECONDS,
  registers,
});

export const backendCalls = new Histogram({
  name: "backend_call_duration_seconds",
  help: "Time of a call to a backend, by its outcome (status or fault)",
  labelNames: ["backend", "method", "outcome"],
  buckets: CALL_SECONDS,
  registers,
});

type Connections = { used: number; idle: number; waiting: number };

/** Set for PostgreSQL. */
let readConnections: (() => Connections) | undefined;
export function measureConnections(read: () => Connections): void {
  readConnections = read;
}

new Gauge({
  name: "database_connections",
  help: "This process's connections to PostgreSQL (used, idle), and queries that wait for one (waiting)",
  labelNames: ["state"],
  registers,
  collect() {
    for (const [state, count] of Object.entries(readConnections?.() ?? {})) this.set({ state }, count);
  },
});

type FileSize = { bytes: number; maxBytes: number | undefined };

/** Set for SQLite. Returns undefined once the file is closed. */
let readFileSize: (() => FileSize | undefined) | undefined;
export function measureFile(read: () => FileSize | undefined): void {
  readFileSize = read;
}

new Gauge({
  name: "database_size_bytes",
  help: "What the data take in the SQLite file, which never shrinks",
  registers,
  collect() {
    const size = readFileSize?.();
    if (size) this.set(size.bytes);
  },
});

new Gauge({
  name: "database_max_bytes",
  help: "DATABASE_MAX_MB in bytes",
  registers,
  collect() {
    const { maxBytes } = readFileSize?.() ?? {};
    if (maxBytes) this.set(maxBytes);
  },
});

export const databaseFull = counter("database_full_total", "Writes refused because the database is full");

export const databaseQueries = new Histogram({
  name: "database_query_duration_seconds",
  help: "Time of a query by verb and table, or of a failed connection (connect), by outcome (ok, full, unavailable, error)",
  labelNames: ["query", "outcome"],
  buckets: [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  registers,
});

export const circuitStates = gauge(
  "backend_circuit_open",
  "1 while a backend isn't called after faults in a row, else 0; 0 also after 5 minutes without a call",
  ["backend"],
);

export const contradictionsSeen = counter(
  "backend_contradictions_total",
  "Answers of the sellers backend that contradict its configuration, by contradiction",
  ["contradiction"],
);

export const signIns = counter("sign_ins_total", "Finished sign-in attempts by outcome", ["outcome"]);

export const accessRefused = counter(
  "access_refused_total",
  "Requests of signed-in people who aren't franchisees, by reason (notInDirectory, noRole)",
  ["reason"],
);

export const sessionsBegun = counter("sessions_begun_total", "Sessions that a sign-in began");

export const sessionsEnded = counter(
  "sessions_ended_total",
  "Sessions that were ended, by reason; expired ones are not counted",
  ["reason"],
);

export const renewals = counter(
  "session_renewals_total",
  "Renewals of a session's access token by its refresh token, by outcome",
  ["outcome"],
);

export const jobRuns = counter(
  "job_runs_total",
  "Runs of a job in this process, by the kind of job and how the run ended",
  ["kind", "outcome"],
);

export const jobsRunning = gauge("jobs_running", "Jobs that this process is working on", ["kind"]);

export const jobItems = counter(
  "job_items_total",
  "Items of jobs that this process has finished, by the kind of job and their outcome",
  ["kind", "result"],
);

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export function observeRequest(request: IncomingMessage, response: ServerResponse): void {
  const { route } = routeOf(request.url);
  const method = METHODS.has(request.method ?? "") ? (request.method as string) : "other";
  const stop = requestDurations.startTimer({ route, method });
  response.once("close", () => stop({ status: String(response.statusCode) }));
}
