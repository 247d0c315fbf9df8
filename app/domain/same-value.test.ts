import { expect, test } from "vitest";
import { sellersWithSame } from "./same-value";
import type { Seller } from "./seller";

function idsOf(values: string[]): string[] {
  const sellers = values.map((email, at): Seller => {
    return { id: String(at), displayName: "Sklep", email, mpk: "1", accountEnabled: true };
  });
  const finding = sellersWithSame("email", sellers);
  let step = finding.next();
  while (!step.done) step = finding.next();
  return step.value.map(({ id }) => id);
}

test("Sellers with the same value stand side by side, in order", () => {
  expect(idsOf(["b@x.pl", "a@x.pl", "c@x.pl", "a@x.pl", "b@x.pl", "b@x.pl"])).toEqual(["0", "4", "5", "1", "3"]);
});

test("Values that differ in case or invisible characters are the same", () => {
  expect(idsOf(["Jan@x.pl", " ", "jan@x.pl ", "", "jan\u200B@X.PL", "jan2@x.pl", "007", "7"])).toEqual(["0", "2", "4"]);
});
