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

export const signIns = new Counter({
  name: "sign_ins_total",
  help: "Finished sign-in attempts by outcome",
  labelNames: ["outcome"],
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
