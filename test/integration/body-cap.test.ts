import { readFileSync } from "node:fs";
import { type ClientRequest, request } from "node:http";
import { afterEach, expect, it } from "vitest";
import type { BrowserSession } from "../support/browser-session";
import { giveHostileWorld } from "./support/hostile-world";

const world = await giveHostileWorld();
const browser = await world.signedIn();

const MEGABYTE = 1024 * 1024;

/** Posts a body of this size in chunks, and resolves with the status. */
function post(path: string, megabytes: number, { announced, signedIn }: { announced: boolean; signedIn: boolean }) {
  return new Promise<number>((resolve, reject) => {
    const url = new URL(path, world.appUrl);
    const sent = request(url, {
      method: "POST",
      headers: {
        origin: world.appUrl,
        "content-type": "multipart/form-data; boundary=of-no-part",
        ...(signedIn ? { cookie: browser.cookieHeader } : {}),
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

/** The server's resident memory, in MB. */
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
])("A post of 60 MB to %s (signed in: %s) is refused with 413 and not held", async (path, signedIn) => {
  await post(path, 1, { announced: true, signedIn });
  const before = residentMegabytes();
  for (const announced of [true, false]) {
    expect(await post(path, 60, { announced, signedIn })).toBe(413);
  }
  expect(residentMegabytes() - before).toBeLessThan(100);
  expect((await browser.get("/profile", { follow: false })).status).toBe(200);
});

type Begun = { sent: ClientRequest; status?: number; retryAfter?: string };
const begun: Begun[] = [];
afterEach(() => {
  for (const { sent } of begun.splice(0)) sent.destroy();
});

/** Begins posts without sending the last byte of their bodies. */
function begin(count: number, path: string, bytes: number, person?: BrowserSession): Begun[] {
  const url = new URL(path, world.appUrl);
  const all = Array.from({ length: count }, () => {
    const headers = {
      origin: world.appUrl,
      "content-type": "multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW",
      "content-length": String(bytes),
      ...(person ? { cookie: person.cookieHeader } : {}),
    };
    const one: Begun = { sent: request(url, { method: "POST", headers, agent: false }) };
    one.sent.on("error", () => {});
    one.sent.once("response", (response) => {
      one.status = response.statusCode;
      one.retryAfter = response.headers["retry-after"];
      response.resume();
    });
    one.sent.write("-");
    return one;
  });
  begun.push(...all);
  return all;
}

/** Expects that `held` posts are waited for, and all others answered with 503 and Retry-After. */
async function expectHeld(posts: readonly Begun[], held: number): Promise<void> {
  const answered = () => posts.filter(({ status }) => status !== undefined);
  await expect.poll(() => answered().length, { timeout: 30_000 }).toBe(posts.length - held);
  expect(new Set(answered().map(({ status, retryAfter }) => `${status}, ${retryAfter}`))).toEqual(new Set(["503, 5"]));
}

async function signedInAs(sub: string): Promise<BrowserSession> {
  world.provider.script = {
    idToken: { claims: (claims) => ({ ...claims, sub }) },
    userinfo: (truth) => ({ json: { ...truth, sub } }),
  };
  const person = await world.signedIn();
  world.provider.script = {};
  return person;
}

const FILE = 12 * MEGABYTE;
const ANONYMOUS_FORM = MEGABYTE / 4;
const smallForm = async (person: BrowserSession) =>
  (await person.post("/sellers/new", { displayName: "" }, { follow: false })).status;

it("Endless files take 24 MB of memory for a person and 72 MB for all", async () => {
  const usual = await smallForm(browser);
  expect(usual).toBeLessThan(500);
  // Twice, because a browser that leaves must give its place back.
  for (let round = 0; round < 2; round += 1) {
    await expectHeld(begin(10, "/sellers/import", FILE, browser), 2);
    const others = [await signedInAs("second"), await signedInAs("third")];
    for (const other of others) await expectHeld(begin(4, "/sellers/import", FILE, other), 2);
    const honest = await signedInAs("fourth");
    await expectHeld(begin(1, "/sellers/import", FILE, honest), 0);
    expect(await smallForm(honest)).toBe(usual);
    expect(await smallForm(browser)).toBe(usual);
    for (const { sent } of begun.splice(0)) sent.destroy();
    await expect.poll(() => post("/sellers/import", 8, { announced: true, signedIn: true })).not.toBe(503);
  }
});

it("Forms of people who aren't signed in take 16 MB together", async () => {
  const usual = await smallForm(browser);
  await expectHeld(begin(80, "/sellers/new", ANONYMOUS_FORM), 64);
  expect(await smallForm(browser)).toBe(usual);
  expect(await smallForm(world.browser())).not.toBe(503);
  expect(await post("/sellers/import", 8, { announced: true, signedIn: true })).not.toBe(503);
});

it("A large form of somebody not signed in is refused before it is read", async () => {
  const held = begin(40, "/sellers/new", MEGABYTE);
  await expect.poll(() => held.filter(({ status }) => status === 413).length, { timeout: 30_000 }).toBe(40);
  await expectHeld(begin(65, "/sellers/new", ANONYMOUS_FORM), 64);
});
