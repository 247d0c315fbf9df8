import { setTimeout as pause } from "node:timers/promises";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommand } from "../support/built-command";
import { countsOf } from "../support/job-pages";
import type { Page } from "../support/page";
import { giveWorld } from "./support/given-world";

const SAVES = 8;
const ITEMS = 40;
const LISTS = 5;
/** How long a write waits for a lock before it is refused. */
const WRITE_WAIT_MS = 5_000;

const { world, browser, pages, control, signedIn } = giveWorld({
  isOwn: true,
  sandbox: { sellers: { count: SAVES + ITEMS } },
  // With this limit each request writes to its session.
  env: { SESSION_IDLE_MINUTES: "1" },
});
let file: DatabaseSyncInstance;

beforeAll(() => {
  file = new DatabaseSync((world.env.DATABASE_URL as string).replace("file:", ""), { timeout: 10_000 });
});
afterAll(() => file?.close());

/** How many changes of sellers the history has, by outcome. */
function entries(): Record<string, number> {
  const rows = file.prepare("select outcome, count(*) as count from changes group by outcome").all();
  return Object.fromEntries(
    (rows as { outcome: string; count: number }[]).map(({ outcome, count }) => [outcome, count]),
  );
}

const isSaved = (page: Page) => page.text.includes("Zapisano zmiany");

it.each([500, 2_000, 6_000])("A lock of %i ms loses no history entry and stops no list", async (ms) => {
  pages.reset();
  file.exec("delete from changes");
  const reader = await signedIn("listed");
  const [saved, batched] = [control().sellers().slice(0, SAVES), control().sellers().slice(SAVES)];
  const forms = await Promise.all(saved.map(({ id }) => browser.get(`/sellers/${id}/edit`)));
  control().fault({ target: "sellers", method: "PATCH", delayMs: 100 });
  const job = (await pages.confirm(await pages.chooseSellers(batched))).path;
  await expect.poll(() => pages.writes().length).toBeGreaterThan(4);

  const isLong = ms > WRITE_WAIT_MS;
  file.exec("begin immediate");
  const lists = Promise.all(Array.from({ length: LISTS }, () => reader.get("/sellers", { follow: false })));
  // Lists have to be answered before a long lock is released, however slow the machine is.
  const released = Promise.all([pause(ms), isLong && lists]).then(() => file.exec("rollback"));
  const saves = forms.map((form, at) => browser.submit(form, { mpk: `ZAMEK-${ms}-${at}` }, "form#seller"));
  const erasing = runCommand("privacy", ["erase", "--user", "nobody"], world.env);
  expect((await lists).map(({ status }) => status)).toEqual(Array(LISTS).fill(200));
  await released;
  const answers = await Promise.all(saves);
  const erased = await erasing;

  if (!isLong) expect([answers.filter(isSaved).length, erased.code]).toEqual([SAVES, 0]);
  else expect(`${erased.code} ${erased.stderr}`).toMatch(/^(?:0 $|1 .*Another process is writing to the database)/);
  const refused = answers.filter((page) => !isSaved(page));
  for (const page of refused) {
    expect([page.status, page.form("form#seller").fields.get("mpk")]).toEqual([507, expect.stringMatching(/^ZAMEK/)]);
    expect(page.text).toContain("baza danych panelu jest chwilowo zajęta");
    expect(isSaved(await browser.submit(page, {}, "form#seller"))).toBe(true);
  }
  expect(countsOf(await pages.becomes(job, "Zakończono"))).toEqual([ITEMS, 0, 0, 0]);
  expect(control().sellersWith(({ mpk }) => mpk.startsWith(`ZAMEK-${ms}`))).toHaveLength(SAVES);
  // If the lock delayed a write's outcome, the outcome is stored in the background.
  await expect.poll(entries).toEqual({ done: SAVES + ITEMS });
});
