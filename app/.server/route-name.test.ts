import { expect, test } from "vitest";
import { screens } from "~/route-table";
import { canonicalAddress, routeOf } from "./route-name";

test.each([
  ["/healthz", "healthz___pl___default"],
  ["/HealthZ", "healthz___pl___default"],
  ["/Sellers", "sellers___pl___default"],
  ["/healthz?token=x", "healthz___pl___default"],
  ["/en-US/healthz", "not-found___en-US"],
  ["/no/such/page?code=secret", "not-found___pl___default"],
  ["/assets/root-x.js", "asset"],
  ["/healthz.data", "healthz___pl___default"],
  [undefined, "index___pl___default"],
])("The address %s is labelled %s", (url, label) => {
  expect(routeOf(url).route).toBe(label);
});

test("No screen is listed below one whose pattern matches its addresses", () => {
  for (const { name, path } of screens.filter((screen) => screen.path !== "*")) {
    expect(routeOf(`/${path.replace(/:[^/]+/g, "17")}`).route).toBe(`${name}___pl___default`);
  }
});

test.each([
  ["/Sellers", "/sellers"],
  ["/SELLERS/New/", "/sellers/new"],
  ["/sellers/X1/Edit", "/sellers/X1/edit"],
  ["/Sellers/a%2FB", "/sellers/a%2FB"],
  ["/EN-us/Sellers/X1", "/en-US/sellers/X1"],
  ["/en-US", "/en-US"],
  ["/", "/"],
  ["/No/Such/Page", "/No/Such/Page"],
])("The one address of %s is %s", (path, address) => {
  expect(canonicalAddress(path)).toBe(address);
});
