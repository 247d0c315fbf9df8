import { expect, test } from "vitest";
import { shortcuts } from "./shortcuts";

test("Every shortcut has keys of its own", () => {
  expect(new Set(shortcuts.map(({ keys }) => keys)).size).toBe(shortcuts.length);
});
