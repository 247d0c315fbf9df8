import { readFileSync } from "node:fs";

/** The middle one of the values. */
export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Resident memory of a process. */
export const residentMB = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** Reads a page to its end. @throws Error when it isn't there */
export async function get(url: string, cookie: string): Promise<void> {
  const response = await fetch(url, { headers: { cookie, accept: "text/html" }, redirect: "manual" });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
}
