import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { workAtHand } from "../support/work-at-hand";
import { startWorld, type World } from "../support/world";

let world: World;
beforeAll(async () => {
  world = await startWorld({ sandbox: { sellers: { count: 10 } } });
});
afterAll(() => world?.close());

it("a new SESSION_SECRET in front changes nothing for anybody; without the old one what it sealed is gone, and nothing else", async () => {
  const { accounts } = world.sandbox;
  const { SESSION_SECRET: old = "" } = world.env;
  const anna = await workAtHand(world, accounts.franchisee, 1);
  const next = randomBytes(32).toString("base64url");

  world.env.SESSION_SECRET = `${next},${old}`;
  await world.restart();
  await anna.isThere();
  const ewa = await workAtHand(world, accounts.listed, 2);

  world.env.SESSION_SECRET = next;
  await world.restart();
  await ewa.isThere();
  expect((await anna.browser.get("/sellers", { follow: false })).status).toBe(302);
  // The provider still knows her.
  expect((await anna.browser.get("/sellers")).textOf("h1")).toBe("Sprzedawcy");
  expect(await anna.history()).not.toContain("MPK-1");
  await anna.change("PO-ZMIANIE");
  expect(await anna.history()).toContain("PO-ZMIANIE");
});
