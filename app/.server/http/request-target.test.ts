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

test("An address of endless slashes is no page's, however they are written", () => {
  expect(resolved(`/a${"/".repeat(38_000)}x`)).toBe("/no-page");
  expect(resolved(`/${"/./".repeat(12_000)}x`)).toBe("/no-page");
  expect(resolved(`/en-US/sellers${"/".repeat(38_000)}x.data`)).toBe("/en-US/no-page.data");
});

test.each(["/?_data=root", "/sellers?q=a&_data=x", "/sellers?%5Fdata=x", "/healthz?_data="])(
  "The address %s, for which Remix would log a stack, is no page's",
  (url) => expect(resolved(url)).toBe("/no-page"),
);

test("An address whose slash would be decoded twice is no page's", () => {
  expect(resolved("/sellers/a%252Fb/edit?from=x")).toBe("/no-page");
  expect(resolved("/en-US/sellers/a%252Fb.data")).toBe("/en-US/no-page.data");
});

test.each(["//", "///", "//?x=1", "//evil.example/sellers", "/.//evil.example"])(
  "The address %s, whose first slashes name a host, is no page's",
  (url) => expect(resolved(url)).toBe("/no-page"),
);

test.each(["/\\", "/auth\\login", "/sellers/a\\..\\b?q=1", `/${"\\".repeat(38_000)}x?q=a`])(
  "The address %s with a backslash is a bad request",
  (url) => expect(resolved(url)).toBe("/error/400"),
);

test("An address that can't be decoded isn't decoded to one that can", () => {
  expect(resolved("/sellers/a%%32Fb")).toBe("/no-page");
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
