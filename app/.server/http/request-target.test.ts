import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import { normaliseTarget } from "./request-target";

Object.assign(process.env, testEnv());

const resolved = (url: string) => {
  const request = { url, headers: {} } as IncomingMessage;
  normaliseTarget(request);
  return request.url;
};

test.each([
  ["of endless slashes", "/no-page", [`/a${"/".repeat(38_000)}x`, `/${"/./".repeat(12_000)}x`]],
  ["of data of endless slashes", "/en-US/no-page.data", [`/en-US/sellers${"/".repeat(38_000)}x.data`]],
  ["for which Remix would log a stack", "/no-page", ["/?_data=root", "/sellers?q=a&_data=x", "/healthz?_data="]],
  ["that hides what Remix would log", "/no-page", ["/sellers?%5Fdata=x"]],
  ["whose slash would be decoded twice", "/no-page", ["/sellers/a%252Fb/edit?from=x"]],
  ["of data whose slash would be decoded twice", "/en-US/no-page.data", ["/en-US/sellers/a%252Fb.data"]],
  [
    "whose first slashes name a host",
    "/no-page",
    ["//", "///", "//?x=1", "//evil.example/sellers", "/.//evil.example"],
  ],
  ["with a backslash", "/error/400", ["/\\", "/auth\\login", "/sellers/a\\..\\b?q=1", `/${"\\".repeat(38_000)}x?q=a`]],
  ["whose broken code would become a slash", "/no-page", ["/sellers/a%%32Fb"]],
])("An address %s becomes %s", (_what, read, urls) => {
  for (const url of urls) expect(resolved(url), url.slice(0, 50)).toBe(read);
});

test.each([
  ["/%61uth/login?returnTo=%2F", "/auth/login?returnTo=%2F"],
  ["/%73ellers/%6eew", "/sellers/new"],
  ["/sellers/%61%2Edata%2Edata/edit?q=%41", "/sellers/a.data.data/edit?q=%41"],
  ["/sellers/%61%2Edata%2Edata?q=%41", "/sellers/a.data%2Edata?q=%41"],
  ["/%65n-US/sellers/a%2Db%5F%7E%30", "/en-US/sellers/a-b_~0"],
  ["/sellers/%2e%2e/auth/%6Cogin", "/auth/login"],
  ["/%61ssets/a.js", "/assets/a.js"],
])("The address %s is read as %s", (url, normal) => expect(resolved(url)).toBe(normal));

test("Only the characters that a path may hold unencoded are decoded", () => {
  const bytes = Array.from({ length: 128 }, (_none, byte) => `%${byte.toString(16).padStart(2, "0")}`);
  const decoded = bytes.filter((byte) => resolved(`/x${byte}y`) !== `/x${byte}y`).map(decodeURIComponent);
  expect(decoded.join("")).toBe("-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~");
});

test.each([
  "/sellers/a%2Fb",
  "/sellers/a%5Cb",
  "/sellers/%C5%82%20%3Fx",
  "/sellers/%2541",
  "/sellers?q=a\\b",
  "/sellers/50%25?from=/sellers/a%252Fb",
  "/sellers///",
  "/sellers//x?from=/sellers//",
  `/?q=${"/".repeat(100)}`,
])("The address %s stays as it is", (url) => {
  expect(resolved(url)).toBe(url);
});
