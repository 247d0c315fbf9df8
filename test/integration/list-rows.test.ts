import { beforeEach, expect, it } from "vitest";
import { expectAnswer } from "../support/expect-answer";
import type { Page } from "../support/page";
import { giveWorld } from "./support/given-world";

const { world, browser, control } = giveWorld();
beforeEach(() => control().reset());

const sellerAt = (place: number) => control().sellers()[place]!;
const now = (id: string) => control().seller(id)!;

/** The form of a corrected field in a row: the whole seller with one field changed. */
function correction(seller: ReturnType<typeof sellerAt>, change: Record<string, string>) {
  const { id: _id, accountEnabled, ...texts } = seller;
  const filled = Object.entries(texts).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const fields = { ...Object.fromEntries(filled), ...(accountEnabled ? { accountEnabled: "on" } : {}) };
  return { ...fields, base: JSON.stringify({ ...texts, accountEnabled }), next: "list", ...change };
}

it.each(["", "/actions?field=email"])("Without scripts a row's menu is the seller's page (%s)", async (old) => {
  const { id, email } = sellerAt(3);
  const list = await browser.get(`/sellers?q=${email}&sort=-mpk`);
  const link = list.attribute("tbody a[role=button]", "href") ?? "";
  expect(link).toBe(
    `/sellers/${id}?${new URLSearchParams({ from: `${new URLSearchParams({ q: email, sort: "-mpk" })}` })}`,
  );
  const page = await browser.get(old ? `/sellers/${id}${old}` : link);
  expect([page.status, page.textOf("h1")]).toEqual([200, sellerAt(3).displayName]);
  for (const action of ["Edytuj", "Historia", "Dodaj podobnego"]) expect(page.hrefOf(action), action).toBeTruthy();
  expect(page.hrefOf(/^(Wyłącz|Włącz) konto$/)).toContain(`/sellers/${id}/status?to=`);
});

it("A corrected field changes nothing else and leads back to the row", async () => {
  const seller = sellerAt(4);
  const fields = correction(seller, { email: "poprawiony@example.pl" });
  const saved = await browser.post(`/sellers/${seller.id}/edit?from=sort%3D-mpk`, fields);
  expect(saved.path).toBe("/sellers?sort=-mpk");
  expect(saved.textOf("body")).toContain("Zapisano zmiany danych sprzedawcy");
  expect(now(seller.id)).toEqual({ ...seller, email: "poprawiony@example.pl" });
});

it("Another person's change of the corrected field is asked about", async () => {
  const seller = sellerAt(5);
  control().changeSeller(seller.id, { email: "cudzy@example.pl", mpk: "CUDZY" });
  const asked = await browser.post(`/sellers/${seller.id}/edit`, correction(seller, { email: "nowy@example.pl" }));
  expectAnswer(asked, 409, "cudzy@example.pl");
  expect(now(seller.id)).toMatchObject({ email: "cudzy@example.pl", mpk: "CUDZY" });
});

it("A correction sent after the session's end comes back in the whole form", async () => {
  const seller = sellerAt(7);
  const person = world.browser();
  const list = await person.signIn(world.sandbox.accounts.listed, "/sellers");
  const formKey = list.form("main form:has(tbody)").fields.get("formKey") as string;
  person.cookies.clear();
  const fields = correction(seller, { email: "po.przerwie@example.pl", formKey });
  const signIn = await person.post(`/sellers/${seller.id}/edit?from=`, fields);
  const back = await person.enterPassword(signIn, world.sandbox.accounts.listed);
  expect(back.attribute("[name=email]", "value")).toBe("po.przerwie@example.pl");
  expect(now(seller.id).email).toBe(seller.email);
  await person.submit(back, {}, "form#seller");
  expect(now(seller.id)).toEqual({ ...seller, email: "po.przerwie@example.pl" });
});

it("A search marks what matched, and names the column that isn't shown", async () => {
  const { id } = sellerAt(8);
  control().changeSeller(id, { displayName: "Sklep Żółw", surname: "Gżegżółka", email: "s@example.pl" });
  const marks = (page: Page) => page.texts("tbody mark");
  // The surname is in its column, and again below the name for windows that hide the column.
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
  expect(selected.text).toContain("Pominięto sprzedawców bez poprawnego adresu e\u2011mail: 1.");
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
  const nobody = await browser.post("/sellers/emails", { q: "nowak" });
  expect([nobody.path, nobody.text]).toEqual([
    "/sellers?q=nowak",
    expect.stringContaining("Zaznacz co najmniej jednego sprzedawcę"),
  ]);
});
