import { expect, test } from "vitest";
import { shortcutOf, shortcuts } from "./shortcuts";

const press = {
  ...{ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...{ defaultPrevented: false, isComposing: false, repeat: false },
};

test("Every shortcut has keys of its own", () => {
  expect(new Set(shortcuts.map(({ keys }) => keys)).size).toBe(shortcuts.length);
});

test.each([
  [{ key: "k", ctrlKey: true }, "palette"],
  [{ key: "K", metaKey: true }, "palette"],
  [{ key: "K", ctrlKey: true, shiftKey: true }, undefined],
  [{ key: "Enter", ctrlKey: true }, "addAnother"],
  [{ key: "Enter", metaKey: true }, "addAnother"],
  [{ key: "z", ctrlKey: true }, "undo"],
  [{ key: "Z", ctrlKey: true, shiftKey: true }, undefined],
  [{ key: "x", ctrlKey: true }, undefined],
  [{ key: "n", ctrlKey: true }, undefined],
  [{ key: "n", metaKey: true }, undefined],
  [{ key: "n", altKey: true }, undefined],
  [{ key: "n", repeat: true }, undefined],
  [{ key: "n" }, "newSeller"],
  [{ key: "N", shiftKey: true }, undefined],
  [{ key: "k" }, "previous"],
  [{ key: "Enter" }, undefined],
])("The shortcut of %j is %s", (event, name) => {
  expect(shortcutOf({ ...press, ...event }, false)).toBe(name);
});

test("A field keeps letters and its own undo", () => {
  const inField = (event: { key: string; ctrlKey?: boolean }) => shortcutOf({ ...press, ...event }, true);
  expect(inField({ key: "n" })).toBeUndefined();
  expect(inField({ key: "z", ctrlKey: true })).toBeUndefined();
  expect(inField({ key: "Enter", ctrlKey: true })).toBe("addAnother");
  expect(inField({ key: "k", ctrlKey: true })).toBe("palette");
});
