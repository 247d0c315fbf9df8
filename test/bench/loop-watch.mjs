import { appendFileSync, readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/*
 * Preloaded into the server that is measured: writes down each stretch in which the event loop took
 * no timer, by the processor time that its thread used meanwhile. What other programs on the
 * machine take doesn't count in it.
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
