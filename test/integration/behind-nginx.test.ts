import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findCommand } from "../../scripts/lib/machine.mjs";
import { freePort } from "../../scripts/lib/process.mjs";
import { startNginx } from "../support/nginx";
import { HostileWorld } from "./support/hostile-world";

describe.skipIf(!findCommand("nginx"))("behind nginx as deploy/nginx.conf has it", () => {
  let world: HostileWorld;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  let front: string;

  beforeAll(async () => {
    world = await HostileWorld.start();
    const port = await freePort();
    front = `http://127.0.0.1:${port}`;
    nginx = await startNginx(port, [world.app.port, world.app.port, world.app.port]);
  });
  afterAll(async () => {
    await nginx?.close();
    await world?.close();
  });

  it("signing out leads to the provider, however much its ID tokens hold", async () => {
    // Groups and roles make them so long; longer ones aren't sent along.
    world.provider.padding = "x".repeat(2_400);
    const browser = await world.signedIn();
    const click = { headers: { "sec-fetch-site": "same-origin" }, follow: false };
    const out = await browser.get(`${front}/auth/logout`, click);
    expect(out.status).toBe(302);
    const address = new URL(out.headers.get("location") as string);
    expect(address.pathname).toBe("/end-session");
    expect(address.searchParams.get("id_token_hint")?.length).toBeGreaterThan(3_500);
    expect(await world.hasSession(browser)).toBe(false);
  });

  it("whoever begins sign-ins without end is told that these are too many, and hinders nobody else", async () => {
    const statuses = async (path: string) => {
      const answers = Array.from({ length: 400 }, () => world.browser(front).get(path, { follow: false }));
      return new Set((await Promise.all(answers)).map(({ status }) => status));
    };
    expect(await statuses("/AUTH/login?returnTo=/profile")).toEqual(new Set([302, 429]));
    expect(await statuses("/healthz")).toEqual(new Set([200]));
  });
});
