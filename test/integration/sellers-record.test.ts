import { expect, it } from "vitest";
import type { Fields } from "../support/browser-session";
import { addSeller } from "../support/seller-pages";
import { giveWorld } from "./support/given-world";

const { browser: anna } = giveWorld({ sandbox: { sellers: { count: 20 } } });
const form = "form#seller";

const add = (fields: Fields) => addSeller(anna, fields);

it("A similar seller starts with the first one's surname and MPK alone", async () => {
  const names = { firstName: "Ewa", surname: "Podobna", displayName: "Ewa Podobna" };
  const first = await add({ ...names, email: "ewa.podobna@example.pl", mpk: "00777" });
  const link = first.attribute('a[href*="/sellers/new?like="]', "href") ?? "";
  const page = await anna.get(link);
  const { fields } = page.form(form);
  expect(["firstName", "surname", "displayName", "email", "mpk"].map((name) => fields.get(name))).toEqual([
    "",
    "Podobna",
    "",
    "",
    "00777",
  ]);
  expect(page.textOf("main")).toContain("MPK i nazwisko są takie jak u sprzedawcy „Ewa Podobna”.");
  const second = await anna.submit(page, { displayName: "Jan Podobny", email: "jan.podobny@example.pl" }, form);
  expect([second.status, second.textOf("h1")]).toEqual([200, "Jan Podobny"]);
});

it("Similar sellers added in a row keep the surname and MPK of the last", async () => {
  const first = await add({ displayName: "Wzór", email: "wzor@example.pl", surname: "Wspólne", mpk: "00778" });
  const page = await anna.get(`/sellers/new?like=${first.path.split("/").at(-1)}&from=status%3Dactive`);
  const typed = { displayName: "Druga", email: "druga.wspolna@example.pl", mpk: "00779", next: "another" };
  const next = await anna.submit(page, typed, form);
  expect([next.status, next.textOf("h1")]).toEqual([200, "Nowy sprzedawca"]);
  const { fields } = next.form(form);
  expect(["displayName", "email", "surname", "mpk"].map((name) => fields.get(name))).toEqual([
    "",
    "",
    "Wspólne",
    "00779",
  ]);
  expect(next.textOf("main")).toContain("MPK i nazwisko są takie jak u sprzedawcy „Druga”.");
  expect(next.document.querySelector('main a[href="/sellers?status=active"]')).not.toBeNull();
});

it("A similar seller's form is empty where the backend shows no first one", async () => {
  const page = await anna.get("/sellers/new?like=nobody");
  expect([page.status, page.form(form).fields.get("mpk")]).toEqual([200, ""]);
  expect(page.textOf("main")).not.toContain("takie jak u sprzedawcy");
});

it("A person who is a seller themselves is led to their details", async () => {
  const links = async () => {
    const pages = await Promise.all(["/", "/profile"].map((path) => anna.get(path)));
    return pages.map((page) => page.hrefOf("Ty na liście sprzedawców"));
  };
  expect(await links()).toEqual([undefined, undefined]);
  const own = await add({ displayName: "Anna Kowalska", email: "ANNA.kowalska@example.pl", mpk: "1" });
  expect(await links()).toEqual([own.path, own.path]);
});

it("An address with an unseen character is the address without it", async () => {
  const fields = { displayName: "Ukryty", email: "ukry\u200Dty@exam\u180Bple.pl", mpk: "0\uFE0F1" };
  const { document } = await add(fields);
  expect(document.querySelector('a[href="mailto:ukryty@example.pl"]')).not.toBeNull();
  const again = await add({ displayName: "Drugi", email: "ukryty@\u200Cexample.pl", mpk: "2" });
  expect(again.status).toBe(409);
});
