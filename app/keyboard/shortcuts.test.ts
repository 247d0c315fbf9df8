import { expect, test } from "vitest";
import { keyOf, press, shortcuts } from "./shortcuts";

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test("every shortcut is reached by its own keys and by no other's", () => {
  for (const { name, keys } of shortcuts) {
    let begun: readonly string[] = [];
    const reached = keys.map((key) => {
      const pressed = press(begun, key);
      begun = pressed.begun;
      return pressed.shortcut?.name;
    });
    expect(reached).toEqual([...keys.slice(1).map(() => undefined), name]);
    expect(begun).toEqual([]);
  }
});

test("a sequence that leads nowhere begins anew with its last key", () => {
  expect(press(["g"], "n").shortcut?.name).toBe("newSeller");
  expect(press(["g"], "g")).toEqual({ begun: ["g"] });
  expect(press(["g"], "q")).toEqual({ begun: [] });
});

test.each([
  [{ key: "k", ctrlKey: true }, "mod+k"],
  [{ key: "K", metaKey: true }, "mod+k"],
  [{ key: "K", ctrlKey: true, shiftKey: true }, undefined],
  [{ key: "Enter", ctrlKey: true }, "mod+enter"],
  [{ key: "Enter", metaKey: true }, "mod+enter"],
  [{ key: "x", ctrlKey: true }, undefined],
  [{ key: "n", ctrlKey: true }, undefined],
  [{ key: "n", metaKey: true }, undefined],
  [{ key: "n", altKey: true }, undefined],
  [{ key: "?", shiftKey: true }, "?"],
  [{ key: "n" }, "n"],
  [{ key: "Enter" }, undefined],
])("%j is the key %s", (event, key) => {
  expect(keyOf({ ...plain, ...event })).toBe(key);
});

test("a capital letter is no shortcut", () => {
  expect(press([], keyOf({ ...plain, key: "N", shiftKey: true }) as string)).toEqual({ begun: [] });
});
