import { appendFileSync, readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/*
 * Preloaded into the server that is measured: writes down how long the event loop ran no timer, in
 * processor time of its thread, so that other programs of the machine don't count.
 */
const SHORTEST_MS = 5;
const file = process.env.LOOP_WATCH;

if (isMainThread && file) {
  let before = usedMs();
  const watch = () => {
    const now = usedMs();
    if (now - before >= SHORTEST_MS) appendFileSync(file, `${now - before}\n`);
    before = now;
    setTimeout(watch, 1).unref();
  };
  watch();
}

/** Processor time of the main thread, whose id is the process's (proc_pid_schedstat(5)). */
function usedMs() {
  return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
}
