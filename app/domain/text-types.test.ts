import { expect, it } from "vitest";
import type { z } from "zod";
import { calendarDate, filledText, optionalText } from "./text-types";

/** What a value becomes, or the issues it is refused for. */
function outcome(schema: z.ZodType, value: unknown) {
  const { data, error } = schema.safeParse(value);
  return error ? { issues: error.issues } : data;
}
const refusal = (schema: z.ZodType, value: unknown) => {
  const [issue, ...others] = schema.safeParse(value).error?.issues ?? [];
  expect(others).toEqual([]);
  return issue && { code: issue.code, ...("params" in issue ? issue.params : {}) };
};

it("A required text is cleaned", () => expect(outcome(filledText(), "  Anna\u200B ")).toBe("Anna"));

it("A required text is refused once when nothing is left", () => {
  const schema = filledText().refine(() => false, "further");
  expect(refusal(schema, " \u200B")).toEqual({ code: "custom", rule: "whitespace" });
  expect(refusal(schema, "a")).toEqual({ code: "custom" });
});

it("An optional text is cleaned, and missing when nothing is left", () => {
  expect(outcome(optionalText(4), " Ewa ")).toBe("Ewa");
  expect(outcome(optionalText(4), "   ")).toBeUndefined();
  expect(outcome(optionalText(4), undefined)).toBeUndefined();
});

it("An optional text has a maximum length", () => {
  expect(outcome(optionalText(3), "  Ewa  ")).toBe("Ewa");
  expect(refusal(optionalText(3), "Ewaa")).toEqual({ code: "too_big" });
});

it.each([
  ["01.02.2026", "2026-02-01"],
  ["1.2.2026", "2026-02-01"],
  [" 29.02.2024 ", "2024-02-29"],
  ["31.12.1999", "1999-12-31"],
  ["1/2/2026", "2026-02-01"],
  ["1.2.26", "2026-02-01"],
])("The text %s is the day %s", (text, iso) => expect(outcome(calendarDate(), text)).toBe(iso));

it.each(["", "2026-02-01", "001.2.2026", "1.002.2026", "1.2.20266", "x1.2.2026", "1.2.2026x", "a.b.cdef"])(
  "The text %s isn't written as a day",
  (text) => expect(refusal(calendarDate(), text)).toEqual({ code: "custom", rule: "dateFormat" }),
);

it.each(["31.02.2026", "29.02.2026", "00.01.2026", "32.01.2026", "01.13.2026"])("The day %s doesn't exist", (text) =>
  expect(refusal(calendarDate(), text)).toEqual({ code: "custom", rule: "dateInvalid" }),
);
