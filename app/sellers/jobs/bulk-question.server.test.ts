import { expect, test } from "vitest";
import { getT } from "~/i18n/i18n.server";
import { readChange } from "./bulk-question.server";

const t = getT("pl");
const read = (fields: Record<string, string>) => readChange(new URLSearchParams(fields), t);

test("An empty value clears a name and is refused for a required field", () => {
  expect(read({ field: "surname", value: "" })).toEqual({ field: "surname", value: "" });
  expect(read({ field: "surname", value: "  " })).toEqual({ field: "surname", value: "" });
  for (const value of ["", "  "]) expect(read({ field: "mpk", value })).toMatchObject({ problem: expect.any(String) });
});

test("A refused value's message names the chosen field", () => {
  expect(read({ field: "mpk", value: "--" })).toMatchObject({ problem: expect.stringContaining("MPK") });
  const displayName = read({ field: "displayName", value: "x".repeat(257) });
  expect(displayName).toMatchObject({ problem: expect.stringContaining("Nazwa wyświetlana") });
});

test.each(["email", "accountEnabled", "id", "__proto__", ""])("The made-up field %j is refused", (field) => {
  expect(read({ field, value: "1" })).toMatchObject({ value: "1", problem: expect.stringContaining("Wybierz inne") });
});

test("A question without a field offers the MPK", () => {
  expect(read({})).toMatchObject({ field: "mpk", value: "" });
});
