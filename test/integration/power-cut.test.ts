import { cp, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type App, startApp } from "../support/app";
import { endLeases } from "../support/end-leases";
import { countOf } from "../support/job-pages";
import { giveFolder } from "../support/own-folder";
import { checkFile, startImport } from "../support/seller-pages";
import { giveWorld } from "./support/given-world";

const ROWS = 60;
const POWER_CUT = new URL("../support/power-cut.mjs", import.meta.url).href;

const { world, browser, control, sent, pages } = giveWorld({ isOwn: true });
const durable = giveFolder();

const start = (args: string[] = []) => startApp(world.env, { port: Number(new URL(world.appUrl).port), args });

/** Kills the server and puts its files back as they were when a commit last reached the disk. */
async function cutPower(app: App): Promise<void> {
  await app.stop("SIGKILL");
  const copies = (await readdir(durable)).map(Number).filter(Number.isInteger);
  const path = (world.env.DATABASE_URL as string).replace("file:", "");
  for (const end of ["", "-wal", "-shm"]) await rm(path + end, { force: true });
  await cp(join(durable, String(Math.max(...copies))), dirname(path), { recursive: true });
  await endLeases(world.env.DATABASE_URL as string);
  const next = await start();
  onTestFinished(async () => void (await next.stop("SIGKILL")));
}

it("A form or an import repeated after a power cut adds no seller twice", async () => {
  await world.app.stop();
  const app = await start(["--import", `${POWER_CUT}?folder=${durable}`]);
  const form = await browser.get("/sellers/new");
  const typed = { displayName: "Żółta Łódź", email: "zolta@example.pl", mpk: "00777" };
  const lines = Array.from({ length: ROWS }, (_none, row) => `Wiersz ${row};w${row}@example.pl;${row}`);
  const preview = await checkFile(browser, `nazwa;email;mpk\n${lines.join("\n")}\n`);
  control().clearRequests();
  control().fault({ target: "sellers", method: "POST", delayMs: 50 });
  const job = (await startImport(browser, preview)).path;
  await expect.poll(() => sent("POST").length).toBeGreaterThan(ROWS / 3);
  expect((await browser.submit(form, typed, "form#seller")).text).toContain("Dodano sprzedawcę");
  await cutPower(app);

  const again = await browser.submit(form, typed, "form#seller");
  expect(again.text).toContain("Żółta Łódź");
  // A row that was sent has its key on the disk, so that its rerun finds the seller it added.
  expect(countOf(await pages.becomes(job, "Zakończono"), "Wykonane")).toBe(ROWS);
  expect(control().sellersWith(({ displayName }) => displayName === typed.displayName)).toHaveLength(1);
  const emails = control()
    .sellersWith(({ displayName }) => displayName.startsWith("Wiersz "))
    .map(({ email }) => email);
  expect([emails.length, new Set(emails).size]).toEqual([ROWS, ROWS]);
});
