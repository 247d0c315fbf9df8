import { readFileSync } from "node:fs";

/** The middle one of the values. */
export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Resident memory of a process; 0 if it has ended. */
export function residentMB(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/**
 * Asks for a page so many times over kept connections, `parallel` at a time. Any other answer is an
 * error.
 */
export async function loadTimes(url: string, cookie: string, times: number, parallel = 4): Promise<void> {
  let left = times;
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (; left > 0; ) {
        left -= 1;
        await get(url, cookie);
      }
    }),
  );
}

/** Reads a page to its end. @throws Error when it isn't there */
export async function get(url: string, cookie: string): Promise<void> {
  const response = await fetch(url, { headers: { cookie, accept: "text/html" }, redirect: "manual" });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
}
