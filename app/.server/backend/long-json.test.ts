import { expect, test } from "vitest";
import { parseLong } from "./long-json";

/** What comes out, with the rows back in their place, and how many came at once at most. */
function parsed(text: string | Buffer) {
  const pieces: unknown[][] = [];
  const parsing = parseLong(Buffer.from(text as string), { key: "sellers", take: (rows) => pieces.push(rows) });
  let steps = 0;
  let step = parsing.next();
  while (!step.done) {
    steps += 1;
    step = parsing.next();
  }
  const rest = step.value;
  const rows = pieces.flat();
  const found =
    pieces.length === 0 ? rest : Array.isArray(rest) ? rows : { ...(rest as Record<string, unknown>), sellers: rows };
  return { found, pieces, steps };
}

/** What is short is parsed in one go; what follows an answer may make it long without being part of it. */
const LENGTHS = ["", " ".repeat(33_000)];

const awkward = { id: 'a"\\', text: '], [ {} \\" ,', deep: [[{ sellers: [1, 2] }], "ż", []], "\\": null };
const many = Array.from({ length: 3_000 }, (_none, at) => ({ ...awkward, at, name: `Żółta ${at}` }));

test.each<[string, unknown]>([
  ["a list", many],
  ["rows in an envelope", { total: 3_000, sellers: many, more: { sellers: [1] } }],
  ["rows after a text that is their key", { a: "sellers", b: [3], sellers: many, c: [4] }],
  ["an empty list", []],
  ["an envelope without rows", { total: 0, sellers: [] }],
  ["something else", { seller: awkward, lists: [[1]] }],
  ["a list deeper down", { more: { sellers: [1] } }],
  ["a list of numbers", [1, 2, [3]]],
  ["a number", 7],
  ["a text", "["],
])("reads %s as JSON.parse does", (_name, value) => {
  for (const space of [undefined, 2]) {
    for (const end of LENGTHS) expect(parsed(JSON.stringify(value, null, space) + end).found).toEqual(value);
  }
});

test("parses a long list a piece at a time", () => {
  const { pieces, steps } = parsed(JSON.stringify(many));
  expect(Math.max(...pieces.map((rows) => JSON.stringify(rows).length))).toBeLessThan(40_000);
  expect(steps).toBeGreaterThan(2 * (pieces.length - 1));
});

test("a byte order mark and broken UTF-8 are read as a TextDecoder does", () => {
  for (const end of LENGTHS) {
    expect(parsed(`\uFEFF["a"]${end}`).found).toEqual(["a"]);
    expect(parsed(Buffer.from(`["\xC4"]${end}`, "latin1")).found).toEqual(["\uFFFD"]);
  }
});

const long = JSON.stringify("x".repeat(40_000));
test.each([
  "",
  "[",
  "[1,]",
  "[,1]",
  "[1,,2]",
  "[1 2]",
  "[1}",
  "[1]]",
  "[1] 2",
  '{"sellers":[1}',
  '{"sellers":[1]',
  '{"sellers":[1] "a":2}',
  '["a]',
  '["\\',
  `[${long},]`,
  `[${long},${long},,${long}]`,
  `[${long},${long}`,
  `[,${long},${long}]`,
])("what isn't JSON is refused as JSON.parse does it: %#", (text) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  for (const end of LENGTHS) expect(() => parsed(text + end)).toThrow(SyntaxError);
});
