import { expect } from "vitest";
import type { World } from "./world";

/** What a person does in a browser; elements are named by an XPath. */
export type Hand = {
  goto(url: string): Promise<unknown>;
  sees(xpath: string): Promise<unknown>;
  presses(xpath: string): Promise<unknown>;
  fills(xpath: string, value: string): Promise<unknown>;
  /** Waits until the page has so many elements. */
  counts(xpath: string, count: number): Promise<unknown>;
};

const heading = (name: string) => `//h1[normalize-space()="${name}"]`;
const button = (name: string) => `//button[normalize-space()="${name}"]`;
const link = (name: string) => `//main//a[normalize-space()="${name}"]`;
const field = (name: string) => `//input[@name="${name}"]`;

/** Signs in, finds, adds, edits and disables a seller, and signs out. */
export async function doMainJob(hand: Hand, { appUrl, sandbox }: World, name: string, mpk: string): Promise<void> {
  const sellersOfTest = () => sandbox.control.sellersWith((seller) => seller.mpk === mpk);
  const { login, password } = sandbox.accounts.franchisee;
  await hand.goto(`${appUrl}/sellers`);
  await hand.fills(field("login"), login);
  await hand.fills(field("password"), password);
  await hand.presses(button("Zaloguj się"));
  await hand.sees(heading("Sprzedawcy"));

  const [first] = sandbox.control.sellers();
  await hand.fills(field("q"), first!.email);
  await hand.presses(button("Szukaj"));
  await hand.counts("//tbody/tr", 1);
  await hand.sees(`//tbody//a[normalize-space()="${first!.displayName}"]`);

  await hand.presses(link("Dodaj sprzedawcę"));
  await hand.fills(field("displayName"), name);
  await hand.fills(field("email"), `${mpk}@example.pl`);
  await hand.fills(field("mpk"), mpk);
  await hand.presses(button("Zapisz"));
  await hand.sees(heading(name));
  expect(sellersOfTest()).toMatchObject([{ displayName: name, accountEnabled: true }]);

  await hand.presses(link("Edytuj"));
  await hand.fills(field("displayName"), `${name} 2`);
  await hand.presses(button("Zapisz"));
  await hand.sees(heading(`${name} 2`));
  await hand.presses(link("Wyłącz konto"));
  await hand.presses(button("Wyłącz konto"));
  await hand.sees(`//*[contains(text(), "Wyłączono konto sprzedawcy „${name} 2”")]`);
  expect(sellersOfTest()).toMatchObject([{ displayName: `${name} 2`, accountEnabled: false }]);

  await hand.goto(`${appUrl}/auth/logout`);
  await hand.presses(button("Wyloguj się"));
  await hand.sees(heading("Wylogowano"));
  await hand.goto(`${appUrl}/sellers`);
  await hand.sees(field("password"));
}
