import { expect, it } from "vitest";
import { MAX_KEPT_LENGTH, printTyped } from "./restored-typing";

it("A form's texts are kept up to a million characters together", () => {
  const rest = "ż".repeat(MAX_KEPT_LENGTH - 3);
  expect(MAX_KEPT_LENGTH).toBe(1_000_000);
  const fits: [string, string][] = [
    ["mpk", "007"],
    ["pasted", rest],
  ];
  expect(JSON.parse(printTyped(fits) ?? "null")).toEqual(fits);
  expect(printTyped([...fits, ["surname", "A"]])).toBeUndefined();
});
