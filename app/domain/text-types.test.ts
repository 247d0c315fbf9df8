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

it("A day is read as Polish writes it, and the calendar must hold it", () => {
  expect(outcome(calendarDate(), " 29.02.2024 ")).toBe("2024-02-29");
  for (const text of ["", "2026-02-01", "1.2.20266"])
    expect(refusal(calendarDate(), text)).toEqual({ code: "custom", rule: "dateFormat" });
  for (const day of ["31.02.2026", "29.02.2026", "00.01.2026", "01.13.2026"])
    expect(refusal(calendarDate(), day)).toEqual({ code: "custom", rule: "dateInvalid" });
});
