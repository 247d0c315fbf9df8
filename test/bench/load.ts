import { Agent, request } from "node:http";

export type Load = { perSecond: number; p50Ms: number };

/**
 * Asks for a page over kept connections, `parallel` at a time, until the time is over. Any answer
 * but 200 is an error.
 */
export async function load(
  url: string,
  cookie: string,
  options: { seconds: number; parallel?: number },
): Promise<Load> {
  const { seconds, parallel = 4 } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const times: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      while (performance.now() < until) {
        const sent = performance.now();
        await get(url, cookie, agent);
        times.push(performance.now() - sent);
      }
    }),
  );
  agent.destroy();
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / ((performance.now() - began) / 1000),
    p50Ms: times[Math.floor(times.length / 2)] ?? 0,
  };
}

/**
 * Asks for a page so many times over kept connections, `parallel` at a time. Any answer but 200 is
 * an error.
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

function get(url: string, cookie: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { cookie, accept: "text/html" } }, (response) => {
      response.resume();
      response.once("error", reject).once("end", () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    })
      .once("error", reject)
      .end();
  });
}
