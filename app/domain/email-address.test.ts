import { expect, it, test } from "vitest";
import { isEmailAddress, mailLink } from "./email-address";

test.each([
  ["anna@example.pl", "mailto:anna@example.pl"],
  ["żaba+x@żabka.pl", "mailto:%C5%BCaba%2Bx@%C5%BCabka.pl"],
  ["a?bcc=evil@example.pl", "mailto:a%3Fbcc%3Devil@example.pl"],
  ["a&cc=b@example.pl?subject=x", "mailto:a%26cc%3Db@example.pl%3Fsubject%3Dx"],
  ["a,b@c@example.pl", "mailto:a%2Cb%40c@example.pl"],
  ["\uD800@example.pl", "mailto:%EF%BF%BD@example.pl"],
  ["brak", "mailto:brak"],
])("The address %j is written to as %s", (address, link) => {
  expect(mailLink(address)).toBe(link);
});

const letters = (count: number) => "a".repeat(count);

it.each([
  "a@b.pl",
  "anna.maria+faktury@sklep-1.example.pl",
  "o'brien!#$%&*/=?^_`{|}~-@x.pl",
  "zażółć@gęś.pl",
  "a@xn--gbka-0pa.xn--p1ai",
  "a@1.2.com",
  "a@1a.pl",
  `${letters(64)}@b.pl`,
  `a@${letters(63)}.pl`,
  `a@${[60, 60, 60, 60].map(letters).join(".")}.abcdefg`,
])("The text %s can be an address", (text) => expect(isEmailAddress(text)).toBe(true));

it.each([
  ...["a", "@b.pl", "a@", "a@@b.pl", "a b@c.pl", "a@b c.pl", "Anna <a@b.pl>", "a@b.pl, c@d.pl"],
  ...[".a@b.pl", "a.@b.pl", "a..b@b.pl", '"a"@b.pl', "a(b)@c.pl", "a,b@c.pl", "a:b@c.pl", "a;b@c.pl", "a<b>@c.pl"],
  ...["a\\b@c.pl", "a@b", "a@.pl", "a@b.", "a@b..pl", "a@b_c.pl", "a@-b.pl", "a@b-.pl", "a@[127.0.0.1]"],
  ...["a@b.p", "a@b.1", "a@b.11", "a@b.p1", "a@1.1xn--a", "a@b.xn--ą"],
  ...[`${letters(65)}@b.pl`, `a@${letters(64)}.pl`],
])("The text %s can't be an address", (text) => expect(isEmailAddress(text)).toBe(false));
