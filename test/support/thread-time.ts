import { readFileSync } from "node:fs";

/**
 * Processor time that this thread has taken so far, in ms (proc_pid_schedstat(5)): unlike the clock
 * it stands still while a busy machine lets others run. Where there is no /proc, the clock.
 */
export function threadMs(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ", 1)[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** Processor time of the processes that this one started and that have ended, in ms. */
export function endedChildrenMs(): number {
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[13]) + Number(fields[14])) * 10;
}
