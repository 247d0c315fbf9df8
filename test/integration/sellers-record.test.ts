import { expect, it } from "vitest";
import type { Fields } from "../support/browser-session";
import { addSeller } from "../support/seller-pages";
import { giveWorld } from "./support/given-world";

const { browser: anna } = giveWorld({ sandbox: { sellers: { count: 20 } } });
const form = "form#seller";

const add = (fields: Fields) => addSeller(anna, fields);

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
