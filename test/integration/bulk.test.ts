import { beforeEach, expect, it } from "vitest";
import { expectAnswer } from "../support/expect-answer";
import { countOf } from "../support/job-pages";
import type { Page } from "../support/page";
import { giveWorld } from "./support/given-world";

const { world, browser, control, pages, signedIn } = giveWorld({ sandbox: { sellers: { count: 120 } } });
beforeEach(() => pages.reset());

const ids = (some: string[]) => new URLSearchParams([["action", "disable"], ...some.map((id) => ["ids", id])]);
const jobs = "main li:has(a[href^='/sellers/jobs/'])";

it("A batch that is confirmed several times changes its sellers once", async () => {
  const question = await pages.choose({ all: "1" });
  expect(question.textOf("main")).toContain("Czy wyłączyć konta 120 sprzedawców?");
  expect(question.textOf("main")).toContain("…i jeszcze 110");
  expect(pages.writes()).toEqual([]);
  const answers = await Promise.all([1, 2, 3].map(() => pages.confirm(question, { follow: false })));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  const paths = new Set(answers.map(({ location }) => location));
  expect(paths.size).toBe(1);
  const [path] = paths as Set<string>;
  const page = await pages.becomes(path as string, "Zakończono");
  expect(countOf(page, "Wykonane")).toBe(120);
  expect(page.text).not.toMatch(/http-equiv="refresh"/i);
  // Back after it.
  const answered = await browser.get(question.path);
  expect(answered.textOf("main")).toContain("Ta operacja już się rozpoczęła. Zobacz tę operację");
  expect(answered.document.querySelector(`main li a[href="${page.url.pathname}"]`)).toBeTruthy();
  expect(pages.enabled()).toBe(0);
  expect(pages.writes()).toHaveLength(120);
  expect(page.document.querySelectorAll("tbody tr")).toHaveLength(100);
  expect((await browser.get(`${path}?page=2`)).document.querySelectorAll("tbody tr")).toHaveLength(20);
  for (const odd of ["0", "-1", "3", "1e9", "x"]) expect((await browser.get(`${path}?page=${odd}`)).status).toBe(200);
});

it("A batch holds the ticked sellers, or those that match the list's query", async () => {
  const [first, second] = pages.firstTwo();
  const some = await browser.post("/sellers/bulk?", ids([first.id, second.id, first.id]));
  expect(some.textOf("main")).toContain("Czy wyłączyć konta 2 sprzedawców?");
  expect(some.textOf("main")).toContain(first.displayName);
  const one = await browser.post("/sellers/bulk?", ids([first.id]));
  expect(one.textOf("main")).toMatch(/Czy wyłączyć konto 1 sprzedawcy\?.*Stracą dostęp/s);
  const reasoned = await browser.submit(some, { reason: "Umowa wygasła" }, pages.form);
  const disabled = await pages.becomes(reasoned.path, "Zakończono");
  expect(disabled.textOf("main")).toContain("Powód: Umowa wygasła");
  const history = await browser.get(`/sellers/${second.id}/history`);
  expect(history.textOf("article")).toContain("Powód: Umowa wygasła");
  // Nothing went wrong, so the table has no column of reasons.
  expect(disabled.texts("thead th")).toEqual(["Sprzedawca", "Wynik"]);
  expect(pages.enabled()).toBe(118);

  const query = { q: "", status: "inactive", page: "7", size: "10" };
  const matching = await pages.choose({ all: "1", action: "enable", ...query });
  expect(matching.textOf("main")).toContain("Czy włączyć konta 2 sprzedawców?");
  expect(matching.document.querySelector("form[method=post] a[href*='status=inactive']")?.text).toBe("Anuluj");
  await pages.becomes((await pages.confirm(matching)).path, "Zakończono");
  expect(pages.enabled()).toBe(120);
});

it("The way back from a batch leads to the list's filter and page", async () => {
  const address = "/sellers?status=active&page=2&size=10";
  const backFrom = (page: Page) => page.hrefOf(/Wróć do listy/);
  const follow = (page: Page, link: string) => browser.get(page.attribute(link, "href") as string);
  const list = await browser.get(address);
  const { action, fields } = list.form("main form:has(tbody)");
  fields.append("ids", list.attribute("tbody input[name=ids]", "value") as string);
  fields.set("action", "disable");
  const question = await browser.post(action.href, fields);
  control().fault({ target: "sellers", method: "PATCH", status: 403, times: 1 });
  const job = await pages.becomes((await pages.confirm(question)).path, "Zakończono");
  const problems = await follow(job, "nav[aria-label=Wyniki] a[href*='only=problems']");
  const jobsOfPerson = await follow(problems, "main a[href^='/sellers/bulk']");
  const again = await follow(jobsOfPerson, "main li a[href*='/sellers/jobs/']");
  expect([question, job, problems, jobsOfPerson, again].map(backFrom)).toEqual(Array(5).fill(address));
});

it("A batch is asked about again when the number of matches has changed", async () => {
  const [first, second] = pages.firstTwo();
  control().changeSeller(first.id, { accountEnabled: false });
  const question = await pages.choose({ all: "1", status: "active" });
  expect(question.textOf("main")).toContain("119 sprzedawców");
  control().changeSeller(second.id, { accountEnabled: false });
  const again = await pages.confirm(question);
  expectAnswer(again, 409, "zmieniła się", "main [role=alert][autofocus]");
  expect(again.textOf("title")).toMatch(/^Błąd: /);
  expect(again.textOf("main")).toContain("118 sprzedawców");
  expect(pages.writes()).toEqual([]);
  for (const { id } of control().sellers()) control().changeSeller(id, { accountEnabled: false });
  const nobody = await pages.confirm(again);
  expectAnswer(nobody, 409, "Żaden", "main [role=alert][autofocus]");
  expect(nobody.document.querySelector("form [type=submit]")).toBeNull();
  expect(pages.writes()).toEqual([]);
});

it("A batch without sellers is refused, and its page lists one's own jobs", async () => {
  const [{ id }] = pages.firstTwo();
  await pages.becomes((await pages.confirm(await pages.choose({ ids: id }))).path, "Zakończono");
  for (const fields of [{}, { action: "delete", all: "1" }, { all: "yes" }, { ids: "" }, { ids: "x".repeat(513) }]) {
    const page = await pages.choose(fields);
    expect([page.path, page.textOf("main fieldset [role=alert]")]).toEqual([
      "/sellers",
      expect.stringContaining("Zaznacz co najmniej jednego"),
    ]);
  }
  const page = await browser.get("/sellers/bulk");
  expect([page.textOf("h1"), page.document.querySelector("main [role=alert]")]).toEqual(["Operacje zbiorcze", null]);
  expect(page.textOf(jobs)).toMatch(/^Wyłączono 1\skonto ?\d\d\.\d\d\.\d{4} \d\d:\d\d$/);
  const other = await signedIn("listed");
  expect((await other.get("/sellers/bulk")).text).toContain("Nie ma jeszcze żadnych operacji zbiorczych");
});

it("A batch's question comes back after the session has ended", async () => {
  const [{ id }] = pages.firstTwo();
  const leaver = await signedIn("franchisee");
  const question = await pages.choose({ ids: id }, leaver);
  await leaver.post("/auth/logout");
  const form = await pages.confirm(question, {}, leaver);
  const back = await leaver.enterPassword(form, world.sandbox.accounts.franchisee);
  expect(back.textOf("main")).toContain("Czy wyłączyć konto 1 sprzedawcy?");
  expect(pages.writes()).toEqual([]);
  await pages.becomes((await pages.confirm(back, {}, leaver)).path, "Zakończono");
  expect(pages.enabled()).toBe(119);
});

const change = (question: Page, fields: Record<string, string>) => browser.submit(question, fields, pages.form);

it("A value is set for ticked sellers, and undone", async () => {
  const [first, second] = pages.firstTwo();
  control().changeSeller(second.id, { mpk: "00-77" });
  const question = await pages.chooseSellers([first, second], "change");
  expect(question.textOf("h1")).toBe("Zmiana danych sprzedawców");
  expect(question.textOf("main")).toContain("Zmień dane (2)");
  expect(question.textOf("main")).toContain(first.displayName);
  expect(question.texts("[name=field] option")).toEqual(["Nazwa wyświetlana", "Imię", "Nazwisko", "MPK"]);
  const job = await pages.becomes((await change(question, { field: "mpk", value: "00-77" })).path, "Zakończono");
  expect(job.textOf("h1")).toContain("Zmiana MPK na „00-77”");
  expect([countOf(job, "Wykonane"), countOf(job, "Pominięte")]).toEqual([1, 1]);
  expect(control().sellersWith(({ mpk }) => mpk === "00-77")).toHaveLength(2);
  const history = await browser.get(`/sellers/${first.id}/history`);
  expect(history.textOf("main article")).toContain("00-77");

  const asked = await browser.get(`${job.path}?ask=undo`);
  expect(asked.textOf("main form h2")).toBe("Przywrócić dane 1 sprzedawcy?");
  const undo = await browser.submit(asked, { intent: "undo" }, "form:has([value=undo])");
  await pages.becomes(undo.path, "Zakończono");
  expect(pages.firstTwo().map(({ mpk }) => mpk)).toEqual([first.mpk, "00-77"]);
});

it("A form sent again with another value or selection is a conflict", async () => {
  const [first, second] = pages.firstTwo();
  const question = await browser.post("/sellers/bulk?", new URLSearchParams({ action: "change", ids: first.id }));
  const send = (fields: Record<string, string>) =>
    browser.submit(question, { field: "mpk", value: "00-11", ...fields }, pages.form, { follow: false });
  const started = await send({});
  for (const other of [{ value: "00-22" }, { ids: second.id }] as Record<string, string>[]) {
    const refused = await send(other);
    expectAnswer(refused, 409, "Z tego formularza rozpoczęto już inną operację", "main");
    expect(refused.form(pages.form).fields.get("value")).toBe(other.value ?? "00-11");
  }
  expect((await send({})).location).toBe(started.location);
  await pages.becomes(started.location, "Zakończono");
  expect(pages.firstTwo().map(({ mpk }) => mpk)).toEqual(["00-11", second.mpk]);
  expect(pages.writes()).toHaveLength(1);
});

it("A confirmation sent again with another reason says that it started a job", async () => {
  const question = await pages.choose({ all: "1", status: "active" });
  const first = await browser.submit(question, { reason: "Umowa" }, pages.form);
  await pages.becomes(first.path, "Zakończono");
  const other = await browser.submit(question, { reason: "Urlop" }, pages.form);
  expectAnswer(other, 409, "Z tego formularza rozpoczęto już inną operację", "main");
  expect(other.textOf("main")).toContain("nie ma czego zmieniać");
});

it("A refused value has its error at the field, and stays typed", async () => {
  const question = await pages.choose({ action: "change", all: "1" });
  for (const [field, value] of [
    ["mpk", ""],
    ["displayName", "x".repeat(257)],
  ] as const) {
    const refused = await change(question, { field, value });
    expect(refused.status).toBe(400);
    expect(refused.textOf("title")).toMatch(/^Błąd: /);
    const input = refused.document.querySelector("input[name=value]");
    expect([input?.getAttribute("value"), input?.getAttribute("aria-invalid")]).toEqual([value, "true"]);
    expect(refused.form(pages.form).fields.get("field")).toBe(field);
  }
  expect(pages.writes()).toEqual([]);
  // A reload asks again.
  expect((await browser.get(question.path)).textOf("main")).toContain("Zmień dane (120)");
});

it("A batch whose key isn't the form's own changes nothing", async () => {
  const question = await pages.choose({ all: "1" });
  const other = await signedIn("listed");
  const theirs = (await pages.choose({ all: "1" }, other)).form(pages.form).fields.get("formKey") as string;
  for (const formKey of ["", "x", undefined, theirs]) {
    const again = await browser.submit(question, { formKey }, pages.form);
    expect(again.textOf("main")).toContain("Czy wyłączyć konta 120 sprzedawców?");
  }
  expect(pages.writes()).toEqual([]);
});

it("A batch with unknown or malformed ids fails item by item", async () => {
  const junk = [
    "../directory/users",
    "..",
    ".",
    "%2e%2e/x",
    "a/b?c=d#e",
    "\u0000",
    "🦆",
    "' or 1=1 --",
    "x".repeat(512),
  ];
  const question = await browser.post("/sellers/bulk", ids(junk));
  const page = await pages.becomes((await pages.confirm(question)).path, "Zakończono");
  expect(countOf(page, "Wykonane")).toBe(0);
  expect(countOf(page, "Nieudane")).toBe(junk.length);
  expect(pages.writes()).toEqual([]);
  for (const { path } of control().requests("sellers")) expect(path).toMatch(/^\/api\/sellers(\/[^/]+)?$/);
});

it("A batch of more ids than a list has rows is refused in words", async () => {
  const many = (count: number) => ids(Array.from({ length: count }, (_none, at) => `00000000-0000-4000-8000-${at}`));
  const page = await browser.post("/sellers/bulk", many(1_500));
  expect(page.textOf("main [role=alert]")).toContain("najwyżej 1000 sprzedawców");
  expect(page.text.length).toBeLessThan(100_000);
  const forged = many(1_500);
  forged.set("confirm", "1");
  forged.set("count", "1500");
  forged.set("formKey", (await pages.choose({ all: "1" })).form(pages.form).fields.get("formKey") as string);
  expect((await browser.post("/sellers/bulk", forged)).status).toBe(409);
  for (const count of [5_000, 400_000]) expect((await browser.post("/sellers/bulk", many(count))).status).toBe(413);
  expect(pages.writes()).toEqual([]);
  expect((await browser.get("/healthz")).status).toBe(200);
});
