import { expect, test } from "vitest";
import { keyOf, press, shortcuts } from "./shortcuts";

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test("Every shortcut is reached by its own keys and by no other's", () => {
  for (const { name, keys } of shortcuts) {
    let pending: readonly string[] = [];
    const reached = keys.map((key) => {
      const pressed = press(pending, key);
      pending = pressed.pending;
      return pressed.shortcut?.name;
    });
    expect(reached).toEqual([...keys.slice(1).map(() => undefined), name]);
    expect(pending).toEqual([]);
  }
});

test("A sequence that no shortcut has begins again with its last key", () => {
  expect(press(["g"], "n").shortcut?.name).toBe("newSeller");
  expect(press(["g"], "g")).toEqual({ pending: ["g"] });
  expect(press(["g"], "q")).toEqual({ pending: [] });
});

test.each([
  [{ key: "k", ctrlKey: true }, "mod+k"],
  [{ key: "K", metaKey: true }, "mod+k"],
  [{ key: "K", ctrlKey: true, shiftKey: true }, undefined],
  [{ key: "Enter", ctrlKey: true }, "mod+enter"],
  [{ key: "Enter", metaKey: true }, "mod+enter"],
  [{ key: "z", ctrlKey: true }, "mod+z"],
  [{ key: "Z", ctrlKey: true, shiftKey: true }, undefined],
  [{ key: "x", ctrlKey: true }, undefined],
  [{ key: "n", ctrlKey: true }, undefined],
  [{ key: "n", metaKey: true }, undefined],
  [{ key: "n", altKey: true }, undefined],
  [{ key: "?", shiftKey: true }, "?"],
  [{ key: "n" }, "n"],
  [{ key: "Enter" }, undefined],
])("The event %j is the key %s", (event, key) => {
  expect(keyOf({ ...plain, ...event })).toBe(key);
});

test("A capital letter is no shortcut", () => {
  expect(press([], keyOf({ ...plain, key: "N", shiftKey: true }) as string)).toEqual({ pending: [] });
});
