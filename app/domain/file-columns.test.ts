import { expect, it } from "vitest";
import { getT } from "~/i18n/i18n.server";
import { cellsOf, columns, headingsOf } from "./file-columns";

const t = getT("pl");
const seller = { id: "a-1", displayName: "Ewa", email: "e@b.pl", surname: "Łoś", mpk: "007", accountEnabled: true };

it("Each column's heading is in the person's words", () => {
  expect(headingsOf(t)).toEqual(columns.map((column) => t(`sellers:fields.${column}`)));
  expect(headingsOf(t, ["mpk", "email"])).toEqual(["MPK", "Adres e-mail"]);
});

it("A seller's row has a state in words and an empty text for no name", () => {
  const cells = cellsOf(t, ["id", "firstName", "surname", "mpk"])(seller);
  expect(cells).toEqual(["a-1", "", "Łoś", "007"]);
  expect(cellsOf(t, ["accountEnabled", "mpk"])({ ...seller, accountEnabled: false })).toEqual(["nie", "007"]);
});
