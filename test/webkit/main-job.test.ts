import { afterAll, beforeAll, expect, it } from "vitest";
import { startWorld, type World } from "../support/world";
import { eventually, WebKit } from "./web-driver";

let world: World;
let hand: WebKit | undefined;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await hand?.close();
  await world?.close();
});

const heading = (name: string) => `//h1[normalize-space()="${name}"]`;
const button = (name: string) => `//button[normalize-space()="${name}"]`;
const link = (name: string) => `//main//a[normalize-space()="${name}"]`;
const field = (name: string) => `//input[@name="${name}"]`;

it("Stock WebKit does the main job from signing in to signing out", async () => {
  const page = await WebKit.start();
  hand = page;
  const [name, mpk] = ["Żółta Łódź", "00777"];
  const kept = () => world.sandbox.control.sellersWith((seller) => seller.mpk === mpk);

  const { login, password } = world.sandbox.accounts.franchisee;
  await page.goto(`${world.appUrl}/sellers`);
  await page.fills(field("login"), login);
  await page.fills(field("password"), password);
  await page.presses(button("Zaloguj się"));
  await page.sees(heading("Sprzedawcy"));

  const first = world.sandbox.control.sellers()[0];
  await page.fills(field("q"), first?.email ?? "");
  await page.presses(button("Szukaj"));
  await eventually("one row", async () => expect(await page.count("//tbody/tr")).toBe(1));
  await page.sees(`//tbody//a[normalize-space()="${first?.displayName}"]`);

  await page.presses(link("Dodaj sprzedawcę"));
  await page.fills(field("displayName"), name);
  await page.fills(field("email"), `${mpk}@example.pl`);
  await page.fills(field("mpk"), mpk);
  await page.presses(button("Zapisz"));
  await page.sees(heading(name));
  expect(kept()).toMatchObject([{ displayName: name, accountEnabled: true }]);

  await page.presses(link("Edytuj"));
  await page.fills(field("displayName"), `${name} 2`);
  await page.presses(button("Zapisz"));
  await page.sees(heading(`${name} 2`));
  await page.presses(link("Wyłącz konto"));
  await page.presses(button("Wyłącz konto"));
  await page.sees(`//*[contains(text(), "Wyłączono konto sprzedawcy „${name} 2”")]`);
  expect(kept()).toMatchObject([{ displayName: `${name} 2`, accountEnabled: false }]);

  await page.goto(`${world.appUrl}/auth/logout`);
  await page.presses(button("Wyloguj się"));
  await page.sees(heading("Wylogowano"));
  await page.goto(`${world.appUrl}/sellers`);
  await page.sees(field("password"));
});
