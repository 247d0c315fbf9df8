import { setTimeout } from "node:timers/promises";
import { expect, inject, it } from "vitest";
import { countOf } from "../support/job-pages";
import type { Page } from "../support/page";
import { createDatabase } from "../support/postgres";
import { checkFile, startImport } from "../support/seller-pages";
import { giveWorld } from "./support/given-world";

const ROWS = 100;
const DELAY_MS = 100;

// Short deadlines make short leases: a paused process loses its job after 3 × 1 s + 10 s.
const { world, browser, pages, sent } = giveWorld({
  isOwn: true,
  databaseUrl: await createDatabase(inject("postgresPort")),
  env: { BACKEND_TIMEOUT_MS: "1000" },
});

/** Addresses of rows whose delay is over, because only then their body has been read. */
const sentEmails = () => sent("POST").flatMap(({ body }) => (body ? (body as { email: string }).email : []));

function checkRows(name: string): Promise<Page> {
  const lines = Array.from({ length: ROWS }, (_none, row) => `Wiersz ${row};${name}${row}@example.pl;${row}`);
  return checkFile(browser, `nazwa;email;mpk\n${lines.join("\n")}\n`);
}

it("A process that is paused amid an import adds no row twice", async () => {
  const { control } = world.sandbox;
  const delayed = control.fault({ target: "sellers", method: "POST", delayMs: DELAY_MS });
  const previews = [await checkRows("jeden"), await checkRows("dwa")];
  const paths: string[] = [];
  for (const preview of previews) paths.push((await startImport(browser, preview)).path);
  await expect.poll(() => sentEmails().filter((email) => email.startsWith("dwa")).length).toBeGreaterThan(20);
  // All its requests have left before the pause, and the backend answers them during it: a process
  // that stops amid writing a request finishes it when it resumes, which no lease can prevent.
  const held = control.fault({ target: "sellers", method: "POST", hold: true });
  control.clearFaults(delayed);
  await setTimeout(3 * DELAY_MS);
  expect(sentEmails().length).toBeLessThan(sent("POST").length);
  process.kill(world.app.pid, "SIGSTOP");
  control.clearFaults(held);
  const replica = await world.replica();
  try {
    for (const path of paths) {
      const job = await pages.becomes(new URL(path, replica.url).href, "Zakończono");
      expect(countOf(job, "Wykonane")).toBe(ROWS);
    }
  } finally {
    process.kill(world.app.pid, "SIGCONT");
  }
  await expect.poll(() => world.app.logs().match(/"ending":"interrupted"/g)?.length).toBe(2);
  const emails = sentEmails();
  expect(emails).toHaveLength(2 * ROWS);
  expect(new Set(emails).size).toBe(2 * ROWS);
  // The process that was paused shows the result of the other one, too.
  for (const path of paths) expect(countOf(await pages.becomes(path, "Zakończono"), "Wykonane")).toBe(ROWS);
});
