import { type Browser, firefox } from "@playwright/test";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { stockFirefox } from "../../scripts/lib/machine.mjs";
import { startWorld, type World } from "../support/world";
import { Hand } from "./hand";

let world: World;
let browser: Browser | undefined;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => browser?.close());
afterAll(() => world?.close());

describe.each([
  { scripts: true, title: "with JavaScript" },
  { scripts: false, title: "without JavaScript" },
])("Stock Firefox, over WebDriver BiDi, $title", ({ scripts }) => {
  it("Stock Firefox does the main job from signing in to signing out", async () => {
    // BiDi can't turn JavaScript off for a page; the profile can for the whole browser.
    const firefoxUserPrefs = { "javascript.enabled": scripts };
    browser = await firefox.launch({ ...stockFirefox(), firefoxUserPrefs, timeout: 120_000 });
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
    const hand = new Hand(page);
    const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name });
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const name = scripts ? "Żółta Łódź" : "Źdźbło i Syn";
    const mpk = scripts ? "00777" : "00778";
    const kept = () => world.sandbox.control.sellersWith((seller) => seller.mpk === mpk);

    const { login, password } = world.sandbox.accounts.franchisee;
    await page.goto(`${world.appUrl}/sellers`);
    await hand.fills(page.getByLabel("Login"), login);
    await hand.fills(page.getByLabel("Hasło"), password);
    await hand.presses(button("Zaloguj się"));
    await hand.sees(heading("Sprzedawcy"));

    const first = world.sandbox.control.sellers()[0];
    await hand.fills(page.getByLabel("Szukaj sprzedawcy"), first?.email ?? "");
    await hand.presses(button("Szukaj"));
    await hand.until("one row", async () => (await page.locator("tbody tr").count()) === 1);
    expect(await page.locator("tbody").innerText()).toContain(first?.displayName);

    await hand.presses(page.getByRole("link", { name: "Dodaj sprzedawcę" }));
    await hand.fills(page.getByLabel("Nazwa wyświetlana"), name);
    await hand.fills(page.getByLabel("Adres e-mail"), `${mpk}@example.pl`);
    await hand.fills(page.getByLabel("MPK"), mpk);
    await hand.presses(button("Zapisz"));
    await hand.sees(heading(name));
    expect(kept()).toMatchObject([{ displayName: name, accountEnabled: true }]);

    await hand.presses(page.getByRole("link", { name: "Edytuj" }));
    await hand.fills(page.getByLabel("Nazwa wyświetlana"), `${name} 2`);
    await hand.presses(button("Zapisz"));
    await hand.sees(heading(`${name} 2`));
    await hand.presses(page.getByRole("link", { name: "Wyłącz konto" }));
    await hand.presses(button("Wyłącz konto"));
    await hand.sees(page.getByText(`Wyłączono konto sprzedawcy „${name} 2”`));
    expect(kept()).toMatchObject([{ displayName: `${name} 2`, accountEnabled: false }]);

    // A page's script tells the server that it runs.
    const told = (await page.context().cookies()).filter((cookie) => cookie.name === "scripts");
    expect(told.map(({ value }) => value)).toEqual(scripts ? ["on"] : []);

    await page.goto(`${world.appUrl}/auth/logout`);
    await hand.presses(button("Wyloguj się"));
    await hand.sees(heading("Wylogowano"));
    await page.goto(`${world.appUrl}/sellers`);
    await hand.sees(page.getByLabel("Hasło"));
  });
});
