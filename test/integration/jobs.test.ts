import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BrowserSession } from "../support/browser-session";
import type { Page } from "../support/page";
import { startWorld, type World } from "../support/world";

let world: World;
let browser: BrowserSession;

const control = () => world.sandbox.control;
const writes = () =>
  control()
    .requests("sellers")
    .filter(({ method }) => method === "PATCH" || method === "PUT");
const enabled = () =>
  control()
    .sellers()
    .filter(({ accountEnabled }) => accountEnabled).length;
const form = "form:has(input[name=confirm])";

beforeAll(async () => {
  // Short deadlines make short leases: a killed server's job is taken up 3 × 1 s + 10 s later.
  world = await startWorld({ sandbox: { sellers: { count: 150 } }, env: { BACKEND_TIMEOUT_MS: "1000" } });
  browser = world.browser();
  await browser.signIn(world.sandbox.accounts.franchisee);
});
afterAll(() => world?.close());
beforeEach(() => {
  control().clearFaults();
  control().reset();
  for (const { id } of control().sellers()) control().changeSeller(id, { accountEnabled: true });
  control().clearRequests();
});

/** Chooses on the list, up to the question. */
function choose(fields: Record<string, string>): Promise<Page> {
  return browser.post("/sellers/bulk", { action: "disable", ...fields });
}

/** Reads a job's page until it says that state. */
async function becomes(path: string, state: string, within = 60_000): Promise<Page> {
  const giveUpAt = Date.now() + within;
  for (;;) {
    const page = await browser.get(path);
    if (page.textOf("[role=status] ~ *, main")?.includes(state)) return page;
    if (Date.now() > giveUpAt) throw new Error(`${path} isn't ${state}: ${page.textOf("main")}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const count = (page: Page, result: string) =>
  page.document
    .querySelectorAll("dl > div")
    .find((row) => row.querySelector("dt")?.text === result)
    ?.querySelector("dd")?.text;

describe("many accounts", () => {
  it("are asked about with their exact number, then changed once, however often the form is sent", async () => {
    const question = await choose({ all: "1" });
    expect(question.textOf("main")).toContain("Czy wyłączyć konta 150 sprzedawców?");
    expect(question.textOf("main")).toContain("…i jeszcze 140");
    expect(writes()).toEqual([]);
    const answers = await Promise.all([1, 2, 3].map(() => browser.submit(question, {}, form, { follow: false })));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const [path] = new Set(answers.map(({ headers }) => headers.get("location") as string));
    expect(answers.every(({ headers }) => headers.get("location") === path)).toBe(true);
    const page = await becomes(path as string, "Zakończone");
    expect(count(page, "Zrobione")).toBe("150");
    expect(page.headers.get("refresh")).toBeNull();
    expect(enabled()).toBe(0);
    expect(writes()).toHaveLength(150);
    expect(page.document.querySelectorAll("tbody tr")).toHaveLength(100);
    expect((await browser.get(`${path}?page=2`)).document.querySelectorAll("tbody tr")).toHaveLength(50);
  });

  it("are those that match the list's query, or those that were ticked", async () => {
    const [first, second] = control().sellers();
    const some = await browser.post(
      "/sellers/bulk",
      new URLSearchParams([
        ["action", "disable"],
        ["ids", first!.id],
        ["ids", second!.id],
        ["ids", first!.id],
      ]),
    );
    expect(some.textOf("main")).toContain("Czy wyłączyć konta 2 sprzedawców?");
    expect(some.textOf("main")).toContain(first!.displayName);
    const job = await browser.submit(some, {}, form);
    await becomes(job.path, "Zakończone");
    expect(enabled()).toBe(148);

    const matching = await choose({ all: "1", status: "inactive", action: "enable", page: "7", size: "10" });
    expect(matching.textOf("main")).toContain("Czy włączyć konta 2 sprzedawców?");
    await becomes((await browser.submit(matching, {}, form)).path, "Zakończone");
    expect(enabled()).toBe(150);
  });

  it("are not changed when others match by now than the person agreed to", async () => {
    control().changeSeller(control().sellers()[0]!.id, { accountEnabled: false });
    const question = await choose({ all: "1", status: "active" });
    expect(question.textOf("main")).toContain("149 sprzedawców");
    control().changeSeller(control().sellers()[1]!.id, { accountEnabled: false });
    const again = await browser.submit(question, {}, form);
    expect([again.status, again.textOf("main [role=alert]")]).toEqual([409, expect.stringContaining("zmieniła się")]);
    expect(again.textOf("main")).toContain("148 sprzedawców");
    expect(writes()).toEqual([]);
    const job = await browser.submit(again, {}, form);
    expect(count(await becomes(job.path, "Zakończone"), "Zrobione")).toBe("148");
  });

  it("nobody chose: says so, and names the person's own latest jobs only", async () => {
    for (const page of [
      await choose({}),
      await browser.get("/sellers/bulk"),
      await choose({ action: "delete", all: "1" }),
    ]) {
      expect(page.status).toBe(200);
      expect(page.textOf("h1")).toBe("Nic nie wybrano");
    }
    expect((await browser.get("/sellers/bulk")).document.querySelector("a[href^='/sellers/jobs/']")).not.toBeNull();
    const other = world.browser();
    await other.signIn(world.sandbox.accounts.listed);
    expect((await other.get("/sellers/bulk")).document.querySelector("a[href^='/sellers/jobs/']")).toBeNull();
  });

  it("a confirmation without a key of the form's own changes nothing", async () => {
    const question = await choose({ all: "1" });
    for (const formKey of ["", "x", undefined]) {
      const again = await browser.submit(question, { formKey }, form);
      expect(again.textOf("main")).toContain("Czy wyłączyć konta 150 sprzedawców?");
    }
    expect(writes()).toEqual([]);
  });
});

describe("a job", () => {
  async function start(): Promise<string> {
    return (await browser.submit(await choose({ all: "1" }), {}, form)).path;
  }

  it("is its owner's alone, and nobody else steers it", async () => {
    const path = await start();
    const page = await becomes(path, "Zakończone");
    const other = world.browser();
    await other.signIn(world.sandbox.accounts.listed);
    expect((await other.get(path)).status).toBe(404);
    expect(
      (await other.post(path, { ...Object.fromEntries(page.form("form:has([value=undo])").fields), intent: "undo" }))
        .status,
    ).toBe(404);
    expect((await browser.get("/sellers/jobs/none")).status).toBe(404);
    expect((await browser.get(`${path.slice(0, -1)}%00`)).status).toBe(404);
    const { formKey } = Object.fromEntries(page.form("form:has([name=intent])").fields);
    expect((await browser.post(path, { formKey, intent: "delete" })).status).toBe(400);
    expect(enabled()).toBe(0);
  });

  it("survives a server that is killed: every item ends, each done once", async () => {
    control().fault({ target: "sellers", method: "PATCH", delayMs: 150 });
    const path = await start();
    await expect.poll(() => writes().length, { timeout: 20_000 }).toBeGreaterThan(20);
    await world.app.stop("SIGKILL");
    const reached = writes().length;
    expect(reached).toBeLessThan(150);
    await world.restart();
    const page = await becomes(path, "Zakończone", 90_000);
    expect([count(page, "Zrobione"), count(page, "Nieudane"), count(page, "Nie wiadomo")]).toEqual(["150", "0", "0"]);
    expect(enabled()).toBe(0);
    const each = new Map<string, number>();
    for (const { path: where } of writes()) each.set(where, (each.get(where) ?? 0) + 1);
    expect(each.size).toBe(150);
    // The backend drops what it hadn't begun when the server died: at most what was on its way is sent once more.
    const repeated = [...each.values()].filter((times) => times > 1);
    expect(repeated.length).toBeLessThanOrEqual(4);
    expect(repeated.every((times) => times === 2)).toBe(true);
  }, 180_000);

  it("is handed over when the server is told to end: nothing is cut off", async () => {
    control().fault({ target: "sellers", method: "PATCH", delayMs: 150 });
    const path = await start();
    await expect.poll(() => writes().length, { timeout: 20_000 }).toBeGreaterThan(10);
    expect(await world.restart("SIGTERM")).toBe(0);
    expect(writes().length).toBeLessThan(150);
    const page = await becomes(path, "Zakończone", 40_000);
    expect([count(page, "Zrobione"), count(page, "Nie wiadomo")]).toEqual(["150", "0"]);
    expect(writes()).toHaveLength(150);
  }, 120_000);

  it("refreshes its page by itself, where no script does", async () => {
    control().fault({ target: "sellers", method: "PATCH", delayMs: 200 });
    const path = await start();
    const plain = await browser.get(path);
    expect(plain.headers.get("refresh")).toBe("3");
    browser.cookies.set(browser.resolve("/"), "scripts", "on");
    expect((await browser.get(path)).headers.get("refresh")).toBeNull();
    browser.cookies.set(browser.resolve("/"), "scripts", "");
    const stopped = await browser.submit(plain, { intent: "stop" }, "form:has([value=stop])");
    expect(stopped.path).toBe(path);
    const page = await becomes(path, "Zatrzymane");
    expect(writes().length).toBeLessThan(150);
    control().clearFaults();
    const rest = await browser.submit(page, { intent: "retry" }, "form:has([value=retry])");
    expect(rest.path).not.toBe(path);
    await becomes(rest.path, "Zakończone");
    expect(writes()).toHaveLength(150);
  }, 120_000);

  it("tells of each failure why, tries those alone again, and takes back what it did", async () => {
    const [first, second] = control().sellers();
    control().fault({ target: "sellers", method: "PATCH", path: `/api/sellers/${first!.id}`, status: 403 });
    control().fault({ target: "sellers", method: "PATCH", path: `/api/sellers/${second!.id}`, loseAnswer: true });
    const path = await start();
    const page = await becomes(path, "Zakończone");
    expect([count(page, "Zrobione"), count(page, "Nieudane"), count(page, "Nie wiadomo")]).toEqual(["149", "1", "0"]);
    const problems = await browser.get(`${path}?only=problems`);
    expect(problems.document.querySelectorAll("tbody tr")).toHaveLength(1);
    expect(problems.textOf("tbody")).toContain("Nie masz uprawnień do tego sprzedawcy.");

    control().clearFaults();
    control().clearRequests();
    const retried = await browser.submit(page, { intent: "retry" }, "form:has([value=retry])");
    expect(count(await becomes(retried.path, "Zakończone"), "Zrobione")).toBe("1");
    expect(writes()).toHaveLength(1);
    expect(enabled()).toBe(0);

    const twice = await Promise.all(
      [1, 2].map(() => browser.submit(page, { intent: "undo" }, "form:has([value=undo])", { follow: false })),
    );
    const [undo] = new Set(twice.map(({ headers }) => headers.get("location") as string));
    const undone = await becomes(undo as string, "Zakończone");
    expect(undone.textOf("h1")).toBe("Cofanie zmian");
    expect(count(undone, "Zrobione")).toBe("149");
    expect(enabled()).toBe(149);
  }, 120_000);

  it("waits for its owner when the session ends, and goes on when they are back", async () => {
    control().fault({ target: "sellers", method: "PATCH", delayMs: 300 });
    const path = await start();
    await expect.poll(() => writes().length, { timeout: 20_000 }).toBeGreaterThan(2);
    await control().endSession(world.sandbox.accounts.franchisee.login);
    await expect
      .poll(
        async () => {
          const before = writes().length;
          await new Promise((resolve) => setTimeout(resolve, 1_500));
          return writes().length - before;
        },
        { timeout: 30_000 },
      )
      .toBe(0);
    expect(writes().length).toBeLessThan(150);
    control().clearFaults();
    await browser.signIn(world.sandbox.accounts.franchisee, path);
    expect(count(await becomes(path, "Zakończone"), "Zrobione")).toBe("150");
    expect(writes()).toHaveLength(150);
  }, 120_000);
});
