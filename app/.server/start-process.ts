import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Runs `built`, but `source` in development and tests. V8 ends a process above `heapMB`. */
export function startProcess(built: URL, source: URL, heapMB: number): ChildProcess {
  const isBuilt = import.meta.env.PROD;
  return fork(fileURLToPath(isBuilt ? built : source), {
    // The process doesn't get the server's environment, which has secrets.
    env: { NODE_ENV: "production" },
    execArgv: [`--max-old-space-size=${heapMB}`, ...(isBuilt ? [] : ["--import", "tsx"])],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}
