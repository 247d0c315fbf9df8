import { Worker, type WorkerOptions } from "node:worker_threads";

/**
 * Starts a thread with a program of its own, which is built beside the server's code (vite.config.ts); in development and
 * in tests it is the source, which tsx compiles. Of the process's environment, with its secrets, it sees nothing.
 */
export function startThread(built: URL, source: URL, more: WorkerOptions = {}): Worker {
  const options = { ...more, env: { NODE_ENV: "production" }, execArgv: [] };
  if (import.meta.env.PROD) return new Worker(built, options);
  const compiled = `import("tsx/esm/api").then(({ register }) => (register(), import(${JSON.stringify(source.href)})))`;
  return new Worker(compiled, { ...options, eval: true });
}
