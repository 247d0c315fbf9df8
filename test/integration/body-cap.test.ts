import { readFileSync } from "node:fs";
import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BrowserSession } from "../support/browser-session";
import { HostileWorld } from "./support/hostile-world";

let world: HostileWorld;
let browser: BrowserSession;

beforeAll(async () => {
  world = await HostileWorld.start();
  browser = await world.signedIn();
});
afterAll(() => world?.close());

const MEGABYTE = 1024 * 1024;

/** Posts a body of this size, in chunks, and resolves with the status, however early it is answered. */
function post(path: string, megabytes: number, { announced, signedIn }: { announced: boolean; signedIn: boolean }) {
  return new Promise<number>((resolve, reject) => {
    const url = new URL(path, world.appUrl);
    const sent = request(url, {
      method: "POST",
      headers: {
        origin: world.appUrl,
        "content-type": "application/x-www-form-urlencoded",
        ...(signedIn ? { cookie: browser.cookies.header(url) } : {}),
        ...(announced ? { "content-length": String(megabytes * MEGABYTE) } : {}),
      },
    });
    let left = megabytes;
    const more = () => {
      while (left > 0) {
        left -= 1;
        if (!sent.write(Buffer.alloc(MEGABYTE, "a"))) return;
      }
      sent.end();
    };
    sent.on("drain", more);
    sent.once("response", (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
    });
    sent.once("error", reject);
    more();
  });
}

/** What the server holds in memory, in MB. */
function residentMegabytes(): number {
  const status = readFileSync(`/proc/${world.app.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

it.each([
  ["/sellers/new", true],
  ["/sellers/new.data", true],
  ["/sellers/new", false],
  ["/auth/logout", false],
  ["/auth/backchannel-logout", false],
  ["/preferences", true],
])(
  "60 MB posted to %s (signed in: %s) are refused with 413, announced or not, without being held",
  async (path, signedIn) => {
    await post(path, 1, { announced: true, signedIn });
    const before = residentMegabytes();
    for (const announced of [true, false]) {
      expect(await post(path, 60, { announced, signedIn })).toBe(413);
    }
    expect(residentMegabytes() - before).toBeLessThan(100);
    expect((await browser.get("/profile", { follow: false })).status).toBe(200);
  },
);
