import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { routeOf } from "./route-name";

export const registry = new Registry();

collectDefaultMetrics({ register: registry });

const requests = new Histogram({
  name: "http_request_duration_seconds",
  help: "Time from a request's arrival to its last byte, by route name",
  labelNames: ["route", "method", "status"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

export const backendCalls = new Histogram({
  name: "backend_call_duration_seconds",
  help: "Time of a call to a backend, by its outcome (status or fault)",
  labelNames: ["backend", "method", "outcome"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

export const circuitStates = new Gauge({
  name: "backend_circuit_open",
  help: "1 while a backend is left alone after faults in a row, else 0",
  labelNames: ["backend"],
  registers: [registry],
});

export const ignoredParameters = new Gauge({
  name: "backend_parameter_ignored",
  help: "1 once the sellers backend ignored this parameter of its list, else 0",
  labelNames: ["parameter"],
  registers: [registry],
});
for (const parameter of ["search", "accountEnabled", "page"]) ignoredParameters.set({ parameter }, 0);

export const signIns = new Counter({
  name: "sign_ins_total",
  help: "Finished sign-in attempts by outcome",
  labelNames: ["outcome"],
  registers: [registry],
});

export const sessionsBegun = new Counter({
  name: "sessions_begun_total",
  help: "Sessions that a sign-in began",
  registers: [registry],
});

export const sessionsEnded = new Counter({
  name: "sessions_ended_total",
  help: "Sessions that were ended, by why; those that ran out of time are not among them",
  labelNames: ["reason"],
  registers: [registry],
});

export const renewals = new Counter({
  name: "session_renewals_total",
  help: "Renewals of a session's access token by its refresh token, by outcome",
  labelNames: ["outcome"],
  registers: [registry],
});

export const jobRuns = new Counter({
  name: "job_runs_total",
  help: "Goes of this process at a job, by the kind of job and how the go ended",
  labelNames: ["kind", "outcome"],
  registers: [registry],
});

export const jobsRunning = new Gauge({
  name: "jobs_running",
  help: "Jobs that this process is working on",
  labelNames: ["kind"],
  registers: [registry],
});

export const jobItems = new Counter({
  name: "job_items_total",
  help: "Items of jobs that this process has brought to an end, by the kind of job and their outcome",
  labelNames: ["kind", "result"],
  registers: [registry],
});

export const storeOperations = new Histogram({
  name: "store_operation_duration_seconds",
  help: "Time of one operation of the store, by its outcome (ok, full, unavailable, error)",
  labelNames: ["operation", "outcome"],
  buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
});

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Counts and times one request when its response has ended. */
export function observeRequest(request: IncomingMessage, response: ServerResponse): void {
  const { route } = routeOf(request.url);
  const method = METHODS.has(request.method ?? "") ? (request.method as string) : "other";
  const stop = requests.startTimer({ route, method });
  response.once("close", () => stop({ status: String(response.statusCode) }));
}
