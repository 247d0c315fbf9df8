import { expect, it } from "vitest";
import { fold } from "./folding";
import { seedSellers } from "./seed";
import { checkSeller } from "./seller-rules";

const sellers = [...seedSellers(320)];
const share = (count: number) => count / sellers.length;

it("The seed is the same every time, and a longer one begins alike", () => {
  expect([...seedSellers(320)]).toEqual(sellers);
  expect([...seedSellers(1000)].slice(0, 320)).toEqual(sellers);
});

it("The seed's names, codes and states have plausible proportions", () => {
  expect(new Set(sellers.map(({ id }) => id)).size).toBe(320);
  expect(new Set(sellers.map(({ email }) => email)).size).toBe(320);
  expect(new Set(sellers.map(({ mpk }) => mpk)).size).toBe(320);
  const nameless = sellers.filter((seller) => seller.firstName === undefined && seller.surname === undefined);
  expect(share(nameless.length)).toBeGreaterThan(0.1);
  expect(share(nameless.length)).toBeLessThan(0.2);
  const disabled = sellers.filter((seller) => !seller.accountEnabled);
  expect(share(disabled.length)).toBeGreaterThan(0.14);
  expect(share(disabled.length)).toBeLessThan(0.26);
  const surnames = sellers.flatMap(({ surname }) => surname ?? []);
  expect(new Set(surnames).size).toBeLessThan(surnames.length);
  expect(sellers.some(({ mpk }) => /^00\d{3}$/.test(mpk))).toBe(true);
  expect(sellers.some(({ mpk }) => /^MPK-0\d{3}$/.test(mpk))).toBe(true);
  expect(sellers.some(({ displayName }) => fold(displayName) !== displayName.toLowerCase())).toBe(true);
  for (const seller of sellers) {
    expect(seller.email).toMatch(/^[a-z.]+\d*@example\.pl$/);
    expect(checkSeller(seller.id, seller)).toEqual(seller);
  }
});
