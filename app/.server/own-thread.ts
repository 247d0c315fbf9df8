import { Worker, type WorkerOptions } from "node:worker_threads";

/**
 * Starts a thread from the program that is built beside the server (vite.config.ts), or in
 * development and tests from its source by tsx. It doesn't see the process's environment.
 */
export function startThread(built: URL, source: URL, more: WorkerOptions = {}): Worker {
  const options = { ...more, env: { NODE_ENV: "production" }, execArgv: [] };
  if (import.meta.env.PROD) return new Worker(built, options);
  const compiled = `import("tsx/esm/api").then(({ register }) => (register(), import(${JSON.stringify(source.href)})))`;
  return new Worker(compiled, { ...options, eval: true });
}
