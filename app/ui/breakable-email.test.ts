import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { breakableEmail } from "./breakable-email";

const inside = (email: string, parts?: string[]) =>
  renderToStaticMarkup(breakableEmail(email, parts)).replace(/^<bdi translate="no">(.*)<\/bdi>$/, "$1");

it.each([
  ["jan.kowalski@sklep.example.pl", "jan.<wbr/>kowalski@<wbr/>sklep.example.pl"],
  ["jan.jan.jan@example.pl", "jan.<wbr/>jan.<wbr/>jan@<wbr/>example.pl"],
  ["bez-malpy.example.pl", "bez-malpy.example.pl"],
  ["", ""],
])("The address %j may break after its @ and earlier dots", (email, html) => {
  expect(inside(email)).toBe(html);
});

it("A search's marks leave an address its breaks", () => {
  expect(inside("jan.nowak@example.pl", ["ja", "n.no", "wak@ex", "amp", "le.pl"])).toBe(
    "ja<mark>n.<wbr/>no</mark>wak@<wbr/>ex<mark>amp</mark>le.pl",
  );
});
