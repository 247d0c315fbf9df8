import { expect, test } from "vitest";
import { offeredName, suggestedName } from "./seller-field";

test.each([
  [{ firstName: " Jan ", surname: "Kowalski" }, "Jan Kowalski"],
  [{ firstName: "", surname: " Nowak-Ćma\u200B " }, "Nowak-Ćma"],
  [{ firstName: "Zoe" }, "Zoe"],
  [{ firstName: " ", surname: undefined }, ""],
])("The names %j suggest „%s”", (names, name) => {
  expect(suggestedName(names)).toBe(name);
});

const names = { firstName: "Jan", surname: "Nowak" };

test.each([
  ["an empty name", "", "", "Jan Nowak"],
  ["spaces only", "  ", "", "Jan Nowak"],
  ["what the names suggested before", "Jan Kowalski", "Jan Kowalski", "Jan Nowak"],
  ["what they suggest now", "Jan Nowak", "Jan Nowak", ""],
  ["a name of one's own", "Sklep u Jana", "Jan Kowalski", ""],
])("The suggested name is offered or not over %s", (_what, displayName, earlier, offered) => {
  expect(offeredName(displayName, names, earlier)).toBe(offered);
});
