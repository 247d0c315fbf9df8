import { expect, test } from "vitest";
import { textWithoutBlanks } from "./without-blanks.server";

const without = (text: string) => textWithoutBlanks(text, (name) => name !== "needed");

test("Null and empty optional values count as missing", () => {
  const said = { needed: null, number: 0, flag: false, list: [], text: " " };
  expect(JSON.parse(without(JSON.stringify({ ...said, a: null, b: "" })))).toEqual(said);
  expect(without('{"needed":"","__proto__":null}')).toBe('{"needed":""}');
});

test.each(["", "null", '""', "[null]", "<h1>", '{"a":null'])("The text %j is no object and stays as it is", (text) => {
  expect(without(text)).toBe(text);
});
