import { expect, test } from "vitest";
import { barePath, canonicalPath, localeOfPath, pathIn } from "./locales";

test("Polish has no prefix, and English has its code", () => {
  expect(localeOfPath("/sellers")).toBe("pl");
  expect(localeOfPath("/en-US/sellers")).toBe("en-US");
  expect(localeOfPath("/en-USA/sellers")).toBe("pl");
  expect(localeOfPath("/pl/sellers")).toBe("pl");
});

test("A path moves between locales with its query", () => {
  expect(pathIn("en-US", "/sellers?q=a#b")).toBe("/en-US/sellers?q=a#b");
  expect(pathIn("pl", "/en-US/sellers?q=a")).toBe("/sellers?q=a");
  expect(pathIn("en-US", "/")).toBe("/en-US");
  expect(pathIn("pl", "/en-US")).toBe("/");
  expect(pathIn("en-US", "/?q=1")).toBe("/en-US?q=1");
  expect(barePath("/en-US")).toBe("/");
});

test.each([
  ["/", "/"],
  ["/sellers", "/sellers"],
  ["/sellers/", "/sellers"],
  ["/sellers///", "/sellers"],
  ["/en-us", "/en-US"],
  ["/EN-US/", "/en-US"],
  ["/en-us/sellers/", "/en-US/sellers"],
  ["/en-US/sellers", "/en-US/sellers"],
  ["/en-usa", "/en-usa"],
  ["/pl/sellers", "/pl/sellers"],
  ["//evil.example/", "//evil.example/"],
  ["/\\evil.example/", "/\\evil.example/"],
  ["/sellers/jobs/..%2f../", "/sellers/jobs/..%2f../"],
])("The path %s has the one address %s", (path, one) => {
  expect(canonicalPath(path)).toBe(one);
});
