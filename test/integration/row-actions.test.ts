import { beforeEach, expect, it } from "vitest";
import { textFields } from "~/domain/seller";
import pl from "~/i18n/pl";
import { expectAnswer } from "../support/expect-answer";
import type { Page } from "../support/page";
import { giveWorld } from "./support/given-world";

const { world, browser, control } = giveWorld();
beforeEach(() => control().reset());

const sellerAt = (place: number) => control().sellers()[place]!;
const now = (id: string) => control().seller(id)!;
const FORM = "form:has([name=base])";

it("A row leads to a page of its actions, which comes back to the list", async () => {
  const { id, email } = sellerAt(3);
  const list = await browser.get(`/sellers?q=${email}&sort=-mpk`);
  const menu = await browser.get(list.attribute("tbody a[role=button]", "href") ?? "");
  const from = new URLSearchParams({ from: new URLSearchParams({ q: email, sort: "-mpk" }).toString() });
  expect(menu.links("main li")).toEqual([
    ["Edytuj", `/sellers/${id}/edit?${from}`],
    [expect.stringMatching(/^(Wyłącz|Włącz) konto$/), expect.stringContaining(`/sellers/${id}/status?to=`)],
    ...["email" as const, ...textFields.filter((field) => field !== "email")].map((field) => [
      pl.page.sellers.rowMenu.correct[field],
      `/sellers/${id}/actions?field=${field}&${from}`,
    ]),
    ["Historia", expect.stringContaining(`/sellers/${id}/history?`)],
    ["Dodaj podobnego", expect.stringContaining(`/sellers/new?like=${id}`)],
  ]);
  const form = await browser.get(menu.links("main li")[2]?.[1] ?? "");
  const saved = await browser.submit(form, { email: "poprawiony@example.pl" }, FORM);
  expect(saved.path).toBe(`/sellers?${new URLSearchParams({ q: email, sort: "-mpk" })}`);
  expect(saved.text).toContain("Zapisano zmiany danych sprzedawcy");
  expect(now(id)).toEqual({ ...sellerAt(3), email: "poprawiony@example.pl" });
});

it("A value that can't be so stays typed, with the reason beside it", async () => {
  const { id } = sellerAt(4);
  control().changeSeller(id, { mpk: "" });
  const form = await browser.get(`/sellers/${id}/actions?field=email`);
  const refused = await browser.submit(form, { email: "bez małpy" }, FORM);
  expect([refused.status, refused.textOf("title")]).toEqual([400, expect.stringMatching(/^Błąd: Popraw adres e-mail/)]);
  const field = refused.document.querySelector("[name=email]");
  expect([field?.getAttribute("value"), field?.getAttribute("aria-invalid")]).toEqual(["bez małpy", "true"]);
  expect(field?.getAttribute("autocorrect")).toBe("off");
  const minded = await browser.submit(refused, { email: "dobry@example.pl" }, FORM);
  expectAnswer(minded, 400, "MPK", "#content [role=alert]");
  expect(minded.attribute("[name=email]", "value")).toBe("dobry@example.pl");
  control().changeSeller(id, { mpk: "00777" });
  await browser.submit(minded, {}, FORM);
  expect(now(id)).toMatchObject({ email: "dobry@example.pl", mpk: "00777" });
});

it("Another person's change of the same field is asked about", async () => {
  const { id } = sellerAt(5);
  const form = await browser.get(`/sellers/${id}/actions?field=email`);
  control().changeSeller(id, { email: "cudzy@example.pl" });
  const asked = await browser.submit(form, { email: "nowy@example.pl" }, FORM);
  expectAnswer(asked, 409, "cudzy@example.pl");
  expect(now(id).email).toBe("cudzy@example.pl");
  await browser.submit(asked, { "keep.email": "mine" }, FORM);
  expect(now(id).email).toBe("nowy@example.pl");
});

it("A form for no field or without the record it began with changes nothing", async () => {
  const { id } = sellerAt(6);
  const bare = await browser.post(`/sellers/${id}/actions?field=email`, { email: "x@example.pl" });
  expect(bare.status).toBe(400);
  expect((await browser.post(`/sellers/${id}/actions?field=id`, { id: "other" })).status).toBe(400);
  expect(now(id)).toEqual(sellerAt(6));
});

it("A row's form that was sent when the session had ended comes back", async () => {
  const { id, email } = sellerAt(7);
  const person = world.browser();
  const form = await person.signIn(world.sandbox.accounts.listed, `/sellers/${id}/actions?field=email`);
  person.cookies.clear();
  const signIn = await person.submit(form, { email: "po.przerwie@example.pl" }, FORM);
  const back = await person.enterPassword(signIn, world.sandbox.accounts.listed);
  expect(back.attribute("[name=email]", "value")).toBe("po.przerwie@example.pl");
  expect(now(id).email).toBe(email);
  await person.submit(back, {}, FORM);
  expect(now(id).email).toBe("po.przerwie@example.pl");
});

it("A search marks what matched, and names the column that isn't shown", async () => {
  const { id } = sellerAt(8);
  control().changeSeller(id, { displayName: "Sklep Żółw", surname: "Gżegżółka", email: "s@example.pl" });
  const marks = (page: Page) => page.texts("tbody mark");
  // The surname stands in its column, and once more for windows that hide the column.
  expect(marks(await browser.get("/sellers?q=zol+gzeg"))).toEqual(["Żół", "Gżegżół", "Gżegżół"]);
  await browser.post("/sellers", new URLSearchParams("intent=display&density=comfortable&columns=email"));
  const hidden = await browser.get("/sellers?q=gzeg");
  expect(hidden.textOf("tbody th")).toContain("Nazwisko: Gżegżółka");
  expect(marks(hidden)).toEqual(["Gżeg"]);
  expect((await browser.get("/sellers?q=zolw")).textOf("tbody th")).not.toContain("Nazwisko");
  expect(marks(await browser.get("/sellers"))).toEqual([]);
});

it("E-mail addresses of the selected sellers are a text to copy", async () => {
  const sellers = control().sellersWith(({ surname }) => surname === "Nowak");
  const [first, second] = sellers as [(typeof sellers)[0], (typeof sellers)[0]];
  control().changeSeller(second.id, { email: "a@example.pl; b@example.pl" });
  const texts = (page: Page) => page.document.querySelectorAll("textarea").map(({ text }) => text.trim());
  const list = await browser.get("/sellers?q=nowak");
  const FIELDS = "main form:has(tbody)";
  const { fields } = list.form(FIELDS);
  for (const { id } of [first, second]) fields.append("ids", id);
  const selected = await browser.post("/sellers/emails", fields);
  expect(texts(selected)).toEqual([first.email, first.email]);
  expect(selected.text).toContain("Pominięto sprzedawców bez poprawnego adresu: 1.");
  const others = new URLSearchParams([
    ["q", "nowak"],
    ["all", "1"],
    ["leftOut", first.id],
  ]);
  const matching =
    (await browser.get("/sellers/emails?q=nowak")).document.querySelector("textarea")?.text.split("; ") ?? [];
  expect(matching).toContain(first.email);
  const rest = texts(await browser.post("/sellers/emails", others))[1]?.split("\n");
  expect(rest).toEqual(matching.filter((email) => email !== first.email));
  const text = await browser.post("/sellers/emails.txt", others);
  expect([text.headers.get("content-type"), text.text]).toEqual(["text/plain; charset=utf-8", rest?.join("; ")]);
  const nobody = await browser.post("/sellers/emails", { q: "nowak" });
  expect([nobody.path, nobody.text]).toEqual([
    "/sellers?q=nowak",
    expect.stringContaining("Zaznacz co najmniej jednego sprzedawcę"),
  ]);
});
