import { expect, test } from "vitest";
import { printCodes, refusalInBody } from "./provider-errors.server";

const said = (body: unknown) => printCodes(refusalInBody(typeof body === "string" ? body : JSON.stringify(body)));

test.each<[string, unknown, string | undefined]>([
  ["its code", { error: "invalid_grant", error_description: "Of anna@example.pl" }, "invalid_grant"],
  [
    "Entra's number",
    { error: "invalid_client", error_description: "AADSTS7000215: x. y" },
    "invalid_client AADSTS7000215",
  ],
  ["the number alone", { error_description: "x (AADSTS50105) y" }, "AADSTS50105"],
  ["no number that it can't be", { error_description: "AADSTS123 AADSTS123456789 XAADSTS50105" }, undefined],
  ["no code out of its alphabet", { error: "anna@example.pl" }, undefined],
  ["no code that is a sentence", { error: "a".repeat(61) }, undefined],
  ["nothing of what isn't text", { error: ["a"], error_description: { AADSTS50105: 1 } }, undefined],
  ["nothing of a page", "<h1>AADSTS50105</h1>", undefined],
  ["nothing of nothing", "null", undefined],
  ["nothing of a text", '"invalid_grant"', undefined],
])("The log of a refusal holds %s", (_name, body, expected) => {
  expect(said(body)).toBe(expected);
});

test("The code of a refusal is read by itself", () => {
  const codes = ['{"error":"invalid_grant"}', "null", ""].map((body) => refusalInBody(body).code);
  expect(codes).toEqual(["invalid_grant", undefined, undefined]);
});
