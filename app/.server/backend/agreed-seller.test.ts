import { describe, expect, it } from "vitest";
import { agreedSeller } from "./agreed-seller";

const agreed = {
  id: "s1",
  displayName: "Sklep Łódź 😀",
  email: "s1@example.pl",
  accountEnabled: true,
  mpk: "00123",
};

describe("a row in which everything is as agreed", () => {
  it.each([
    ["without names", agreed, agreed],
    ["with names", { ...agreed, firstName: "Ewa", surname: "Ćma" }, { ...agreed, firstName: "Ewa", surname: "Ćma" }],
    ["whose names are null or empty", { ...agreed, firstName: null, surname: "" }, agreed],
    ["that says undefined", { ...agreed, firstName: undefined, surname: undefined }, agreed],
    ["of a disabled account", { ...agreed, accountEnabled: false }, { ...agreed, accountEnabled: false }],
    ["with empty texts", { ...agreed, displayName: "", mpk: "" }, { ...agreed, displayName: "", mpk: "" }],
    ["with more than that", { ...agreed, region: "północ" }, agreed],
  ])("is a seller: %s", (_what, row, seller) => {
    expect(agreedSeller(row)).toStrictEqual(seller);
  });
});

describe("a row in which something isn't", () => {
  it.each(
    ["id", "displayName", "email", "mpk", "accountEnabled"].flatMap((field) => [
      { ...agreed, [field]: undefined },
      { ...agreed, [field]: null },
      { ...agreed, [field]: 7 },
      { ...agreed, [field]: field === "accountEnabled" ? "true" : "half \ud800" },
    ]),
  )("is for the schema: %j", (row) => {
    expect(agreedSeller(row)).toBeUndefined();
  });

  it.each([
    { ...agreed, id: "" },
    { ...agreed, firstName: 7 },
    { ...agreed, firstName: "half \ud800" },
    { ...agreed, surname: false },
    { ...agreed, surname: "half \udc00" },
    {},
    [],
    "text",
    7,
    null,
    undefined,
  ])("is for the schema too: %j", (row) => {
    expect(agreedSeller(row)).toBeUndefined();
  });
});
