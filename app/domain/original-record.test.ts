import { expect, it } from "vitest";
import { parseOriginalRecord, printOriginalRecord } from "./original-record";

const editable = {
  displayName: "Ewa",
  email: "e@b.pl",
  firstName: "Ewa",
  surname: undefined,
  mpk: "1",
  accountEnabled: true,
};
const text = printOriginalRecord({ seller: { id: "9", ...editable }, etag: '"1"', raw: { region: "north" } });

it("An original record comes back with its editable fields as they were", () => {
  expect(text).not.toContain("north");
  expect(parseOriginalRecord(text)).toEqual(editable);
  expect(parseOriginalRecord(text.replace("{", '{"id":"9",'))).toEqual(editable);
});

it("A foreign text is no original record", () => {
  for (const foreign of [
    undefined,
    null,
    7,
    {},
    [text],
    new File([text], "x"),
    "",
    "x",
    "null",
    "{}",
    text.replace('"1"', "1"),
  ])
    expect(parseOriginalRecord(foreign)).toBeUndefined();
});

it("A text beyond a draft's room is no original record", () => {
  const padded = (length: number) => text + " ".repeat(length - text.length);
  expect(parseOriginalRecord(padded(65_536))).toEqual(editable);
  expect(parseOriginalRecord(padded(65_537))).toBeUndefined();
});
