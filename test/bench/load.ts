import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";

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
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  let left = times;
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (; left > 0; ) {
        left -= 1;
        await get(url, cookie, agent);
      }
    }),
  );
  agent.destroy();
}

/** Reads a page to its end. @throws Error when it isn't there */
export function get(url: string, cookie: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { cookie, accept: "text/html" } }, (response) => {
      response.resume();
      response.once("error", reject).once("end", () => {
        if ((response.statusCode ?? 500) < 300) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    })
      .once("error", reject)
      .end();
  });
}
