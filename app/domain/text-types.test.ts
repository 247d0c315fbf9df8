import { expect, it } from "vitest";
import { filledText, optionalText } from "./text-types";

it("A required text is refused once when nothing is left", () => {
  const schema = filledText().refine(() => false, "further");
  expect(schema.safeParse(" \u200B").error?.issues).toMatchObject([{ params: { rule: "whitespace" } }]);
});

it("An optional text is cleaned before its length counts", () => {
  expect(optionalText(3).parse("  Ewa  ")).toBe("Ewa");
});
