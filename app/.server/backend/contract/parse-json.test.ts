import { expect, test, vi } from "vitest";
import { testEnv } from "../../../../test/support/test-env";
import { parseJson } from "./parse-json";

Object.assign(process.env, testEnv());

const bytesOf = (text: string) => new TextEncoder().encode(text);

test.each([
  ["empty objects", `[${"{},".repeat(5_000_000)}{}]`],
  ["nested arrays", `${"[".repeat(600_000)}${"]".repeat(600_000)}`],
  ["fields of one object", `{${Array.from({ length: 500_001 }, (_none, n) => `"f${n}":0`).join()}}`],
  ["numbers after an escaped quotation mark", `["\\"",${"1,".repeat(500_001)}1]`],
])("A text of %s without end is refused before it is parsed", (_what, text) => {
  const parse = vi.spyOn(JSON, "parse");
  expect(() => parseJson(bytesOf(text))).toThrow("More than 500000 values sent");
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

test("A list of 20,000 sellers with 24 fields each is parsed", () => {
  const fields = Array.from({ length: 24 }, (_none, n) => [`field${n}`, 'ul. Długa 5, [lok. {2}], \\ " ó']);
  const sellers = Array.from({ length: 20_000 }, () => Object.fromEntries(fields));
  expect(parseJson(bytesOf(JSON.stringify(sellers)))).toEqual(sellers);
});
