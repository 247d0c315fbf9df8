import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Starts a process from the program that is built beside the server (vite.config.ts), or in
 * development and tests from its source by tsx. The process doesn't see the server's environment.
 * @param heapMB the bound of its heap, at which V8 ends it
 */
export function startProcess(built: URL, source: URL, heapMB: number): ChildProcess {
  const isBuilt = import.meta.env.PROD;
  return fork(fileURLToPath(isBuilt ? built : source), {
    env: { NODE_ENV: "production" },
    execArgv: [`--max-old-space-size=${heapMB}`, ...(isBuilt ? [] : ["--import", "tsx"])],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}
