import { expect, inject, it } from "vitest";
import { createDatabase } from "../support/postgres";
import { giveWorld } from "./support/given-world";

const ROWS = 200;

// Short deadlines make short leases: a paused process loses its job after 3 × 1 s + 10 s.
const { world, browser, pages } = giveWorld({
  isOwn: true,
  databaseUrl: await createDatabase(inject("postgresPort")),
  env: { BACKEND_TIMEOUT_MS: "1000" },
});

const sentEmails = () =>
  world.sandbox.control
    .requests("sellers")
    .filter(({ method }) => method === "POST")
    .map(({ body }) => (body as { email: string }).email);

async function startImport(name: string): Promise<string> {
  const lines = Array.from({ length: ROWS }, (_none, row) => `Wiersz ${row};${name}${row}@example.pl;${row}`);
  const file = new File([`nazwa;email;mpk\n${lines.join("\n")}\n`], `${name}.csv`, { type: "text/csv" });
  const plan = await browser.upload(await browser.get("/sellers/import"), file, "form[enctype]");
  return (await browser.submit(plan, {}, "form:has(input[name=plan])")).path;
}

it("A process that is paused amid an import adds no row twice", async () => {
  world.sandbox.control.fault({ target: "sellers", method: "POST", delayMs: 20 });
  const paths = [await startImport("jeden"), await startImport("dwa")];
  await expect.poll(() => sentEmails().filter((email) => email.startsWith("dwa")).length).toBeGreaterThan(20);
  process.kill(world.app.pid, "SIGSTOP");
  const replica = await world.replica();
  try {
    for (const path of paths) {
      const job = await pages.becomes(new URL(path, replica.url).href, "Zakończono");
      expect(pages.count(job, "Wykonane")).toBe(`${ROWS}`);
    }
  } finally {
    process.kill(world.app.pid, "SIGCONT");
  }
  await expect.poll(() => world.app.logs().match(/"ending":"interrupted"/g)?.length).toBe(2);
  const emails = sentEmails();
  expect(emails).toHaveLength(2 * ROWS);
  expect(new Set(emails).size).toBe(2 * ROWS);
  // The page that the paused process shows is the other one's result, too.
  for (const path of paths) expect(pages.count(await pages.becomes(path, "Zakończono"), "Wykonane")).toBe(`${ROWS}`);
});
