import { expect, it } from "vitest";
import { countsOf } from "../support/job-pages";
import { nextVersion } from "../support/next-version";
import { workAtHand } from "../support/work-at-hand";
import { giveWorld } from "./support/given-world";

const SELLERS = 120;

/* PostgreSQL, and both versions beside each other: replicas.test.ts. */
const { world } = giveWorld({ isOwn: true, sandbox: { sellers: { count: SELLERS } } });

it("An upgrade and the way back keep sessions, forms, history and jobs", async () => {
  const { accounts, control } = world.sandbox;
  for (const { id } of control.sellers()) control.changeSeller(id, { accountEnabled: true });
  const ids = control.sellers().map(({ id }) => id);
  const halves = [ids.slice(0, SELLERS / 2), ids.slice(SELLERS / 2)] as const;
  const half = SELLERS / 2;
  const slow = () => control.fault({ target: "sellers", method: "PATCH", delayMs: 400 });
  const signIns = () => control.requests("provider").filter(({ path }) => path === "/auth").length;

  // As docs/operations.md says: stop the old version, start the new one on the same database.
  const anna = await workAtHand(world, accounts.franchisee, 1);
  control.clearRequests();
  const written = (more: number) => expect.poll(() => anna.pages.writes().length).toBeGreaterThan(more);
  slow();
  const before = await anna.startJob(halves[0]);
  await written(8);
  expect(await world.restart("SIGTERM", nextVersion)).toBe(0);
  expect(anna.pages.writes().length).toBeLessThan(half);
  control.clearFaults();
  await anna.isThere();
  expect(countsOf(await anna.pages.becomes(before, "Zakończono"))).toEqual([half, 0, 0, 0]);
  expect(anna.pages.writes()).toHaveLength(half);
  expect(signIns()).toBe(0);

  const ewa = await workAtHand(world, accounts.listed, SELLERS - 1);
  control.clearRequests();
  slow();
  const after = await ewa.startJob(halves[1]);
  await written(8);
  expect(await world.restart("SIGTERM")).toBe(0);
  expect(ewa.pages.writes().length).toBeLessThan(half);
  control.clearFaults();
  await anna.isThere();
  await ewa.isThere();
  expect(countsOf(await ewa.pages.becomes(after, "Zakończono"))).toEqual([half, 0, 0, 0]);
  expect(ewa.pages.writes()).toHaveLength(half);
  expect(countsOf(await anna.browser.get(before))).toEqual([half, 0, 0, 0]);
  expect(signIns()).toBe(0);
  expect(world.app.logs()).not.toMatch(/another release|"level":"(?:error|fatal)"/);
});
