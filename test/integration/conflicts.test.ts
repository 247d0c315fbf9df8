import { beforeEach, describe, expect, it } from "vitest";
import { expectAnswer } from "../support/expect-answer";
import { countOf } from "../support/job-pages";
import { checkFile, startImport } from "../support/seller-pages";
import { giveWorld } from "./support/given-world";

const { browser, control, pages } = giveWorld({ sandbox: { sellers: { count: 40 } } });

const EDIT = "form:has(input[name=mpk])";
const editForm = (id: string) => browser.get(`/sellers/${id}/edit`);
const current = (id: string) => control().seller(id)!;

// Without ETags the app's own lock and comparison have to keep one change from overwriting another.
describe.each([
  ["with ETags", true],
  ["without ETags", false],
])("A backend %s", (_name, etags) => {
  let id = "";
  let next = 0;
  beforeEach(() => {
    pages.reset();
    control().config({ etags });
    id = control().sellers()[next]?.id ?? "";
    next += 1;
  });

  it("Changes of different fields are merged; of the same field they conflict", async () => {
    const form = await editForm(id);
    control().changeSeller(id, { surname: "Cudze", displayName: "Cudza nazwa" });
    const saved = await browser.submit(form, { mpk: "MOJ-1" }, EDIT);
    expect(current(id)).toMatchObject({ mpk: "MOJ-1", surname: "Cudze" });
    expect(saved.textOf("main")).toMatch(/Zapisano\szmiany.*„Cudza\snazwa”/);

    const again = await editForm(id);
    control().changeSeller(id, { mpk: "CUDZY-1" });
    const conflict = await browser.submit(again, { mpk: "MOJ-2" }, EDIT);
    expectAnswer(conflict, 409, "CUDZY-1", "main");
    expect(current(id).mpk).toBe("CUDZY-1");
    await browser.submit(conflict, { "keep.mpk": "mine" }, EDIT);
    expect(current(id).mpk).toBe("MOJ-2");
  });

  it("A conflict's form says at each field what was changed meanwhile", async () => {
    const form = await editForm(id);
    control().changeSeller(id, { mpk: "CUDZY-1", email: `cudzy-${id}@example.pl` });
    const conflict = await browser.submit(form, { mpk: "MOJ-1" }, EDIT);
    expectAnswer(conflict, 409, "Zmieniono też: Adres e-mail. Nową wartość widzisz w formularzu.", "main");
    expect(conflict.saidOf("mpk")).toBe("Wybierz wartość powyżej albo wpisz inną.");
    expect(conflict.saidOf("email")).toBe("Zmienione po otwarciu formularza.");
    expect(conflict.saidOf("displayName")).toBe("Np. Anna Nowak albo nazwa sklepu");
  });

  it("Forms saved in one instant lose no change and overwrite none unasked", async () => {
    for (let pair = 0; pair < 5; pair += 1) {
      const [one, other, third] = await Promise.all([editForm(id), editForm(id), editForm(id)]);
      const saved = await Promise.all([
        browser.submit(one, { mpk: `PARA-${pair}` }, EDIT, { follow: false }),
        browser.submit(other, { surname: `Para ${pair}` }, EDIT, { follow: false }),
        browser.submit(third, { surname: `Trzeci ${pair}` }, EDIT, { follow: false }),
      ]);
      expect(saved[0].status).toBe(303);
      expect([saved[1].status, saved[2].status].sort()).toEqual([303, 409]);
      const surname = saved[1].status === 303 ? `Para ${pair}` : `Trzeci ${pair}`;
      expect(current(id)).toMatchObject({ mpk: `PARA-${pair}`, surname });
    }
  });

  it("A batch keeps what people save at the same time", async () => {
    control().fault({ target: "sellers", method: "PUT", delayMs: 30 });
    const ids = control()
      .sellers()
      .map((seller) => seller.id);
    const forms = await Promise.all(ids.slice(0, 12).map(editForm));
    const question = await pages.choose({ action: "change", all: "1" });
    const { path } = await browser.submit(question, { field: "mpk", value: `HURT-${etags}` }, pages.form);
    const saved = await Promise.all(
      forms.map((form) => browser.submit(form, { surname: "Obok" }, EDIT, { follow: false })),
    );
    expect(new Set(saved.map(({ status }) => status))).toEqual(new Set([303]));
    const job = await pages.becomes(path, "Zakończono");
    expect(countOf(job, "Wykonane")).toBe(ids.length);
    for (const seller of ids.slice(0, 12).map(current)) {
      expect(seller).toMatchObject({ mpk: `HURT-${etags}`, surname: "Obok" });
    }
  });

  it("An import leaves a field alone that somebody changed after the check", async () => {
    const second = control().sellers()[next + 20]?.id ?? "";
    const rows = `id;mpk\n${id};PLIK-1\n${second};PLIK-2\n`;
    const preview = await checkFile(browser, rows);
    control().changeSeller(id, { mpk: "CUDZY-3" });
    control().changeSeller(second, { surname: "Późniejszy" });
    const { path } = await startImport(browser, preview);
    const job = await pages.becomes(path, "Zakończono");
    expect(["Wykonane", "Nieudane"].map((result) => countOf(job, result))).toEqual([1, 1]);
    expect(job.textOf("main")).toContain("Ponowienie ich nie zmieni: sprawdź je na stronie sprzedawcy.");
    expect(current(id).mpk).toBe("CUDZY-3");
    expect(current(second)).toMatchObject({ mpk: "PLIK-2", surname: "Późniejszy" });
  });
});
