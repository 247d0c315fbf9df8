import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findCommand } from "../../scripts/lib/machine.mjs";
import { freePort } from "../../scripts/lib/process.mjs";
import type { BrowserSession } from "../support/browser-session";
import { COMPRESSING, SUFFIXING, startBackendProxy } from "../support/nginx";
import { startWorld, type World } from "../support/world";

/* Proxies between the app and the sellers backend that change ETags. */

const EDIT = "form:has(input[name=mpk])";

describe.skipIf(!findCommand("nginx")).each([
  ["compresses", COMPRESSING, /^W\//, false],
  ["changes strong ETags", SUFFIXING, /-gzip"$/, true],
])("A proxy that %s", (_what, directives, tag, isTold) => {
  let world: World;
  let browser: BrowserSession;
  let nginx: Awaited<ReturnType<typeof startBackendProxy>>;
  let id: string;
  let url: string;

  beforeAll(async () => {
    const [front, sellers] = [await freePort(), await freePort()];
    url = `http://127.0.0.1:${front}`;
    nginx = await startBackendProxy(front, sellers, directives);
    world = await startWorld({
      sandbox: { sellers: { count: 40 }, ports: { sellers } },
      env: { SELLERS_API_URL: url },
    });
    browser = world.browser();
    await browser.signIn(world.sandbox.accounts.franchisee);
    id = world.sandbox.control.sellers()[0]?.id ?? "";
  });
  afterAll(async () => {
    await nginx?.close();
    await world?.close();
  });

  const seller = () => world.sandbox.control.sellersWith((one) => one.id === id)[0];
  const calls = () => world.sandbox.control.requests("sellers").filter(({ path }) => path.includes(`/${id}`));
  const edit = () => browser.get(`/sellers/${id}/edit`);

  it("A change is saved through a compressing proxy", async () => {
    world.sandbox.control.clearRequests();
    const saved = await browser.submit(await edit(), { mpk: "NOWE-1" }, EDIT);
    expect([saved.status, saved.path, seller()?.mpk]).toEqual([200, `/sellers/${id}`, "NOWE-1"]);
    for (const { headers } of calls()) expect(headers["accept-encoding"]).toBe("identity");
    const headers = { authorization: String(calls()[0]?.headers.authorization), "accept-encoding": "gzip" };
    expect((await fetch(`${url}/api/sellers/${id}`, { headers })).headers.get("etag")).toMatch(tag);
    const sent = calls().filter(({ method }) => method === "PUT");
    expect(sent.at(-1)?.headers["if-match"] !== undefined).toBe(directives === COMPRESSING);
    await expect.poll(() => world.app.logs().includes('"contradiction":"etag"')).toBe(isTold);
  });

  it("An account is disabled and enabled through a compressing proxy", async () => {
    for (const isEnabled of [false, true]) {
      const to = isEnabled ? "active" : "inactive";
      await browser.submit(await browser.get(`/sellers/${id}/status?to=${to}`), {}, "form:has([name=formKey])");
      expect(seller()?.accountEnabled).toBe(isEnabled);
    }
  });

  it("Another person's change is a conflict behind a compressing proxy", async () => {
    const form = await edit();
    world.sandbox.control.changeSeller(id, { mpk: "CUDZE" });
    const conflict = await browser.submit(form, { mpk: "MOJE" }, EDIT);
    expect([conflict.status, seller()?.mpk]).toEqual([409, "CUDZE"]);
  });
});
