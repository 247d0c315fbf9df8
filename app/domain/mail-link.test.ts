import { expect, test } from "vitest";
import { mailLink } from "./mail-link";

test.each([
  ["anna@example.pl", "mailto:anna@example.pl"],
  ["żaba+x@żabka.pl", "mailto:%C5%BCaba%2Bx@%C5%BCabka.pl"],
  ["a?bcc=evil@example.pl", "mailto:a%3Fbcc%3Devil@example.pl"],
  ["a&cc=b@example.pl?subject=x", "mailto:a%26cc%3Db@example.pl%3Fsubject%3Dx"],
  ["a,b@c@example.pl", "mailto:a%2Cb%40c@example.pl"],
  ["\uD800@example.pl", "mailto:%EF%BF%BD@example.pl"],
  ["brak", "mailto:brak"],
])("%j is written to as %s", (address, link) => {
  expect(mailLink(address)).toBe(link);
});
