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

test("an address of slashes without end is no page's, however they are written", () => {
  expect(resolved(`/a${"/".repeat(38_000)}x`)).toBe("/no-page");
  expect(resolved(`/${"\\".repeat(38_000)}x?q=a`)).toBe("/no-page");
  expect(resolved(`/${"/./".repeat(12_000)}x`)).toBe("/no-page");
  expect(resolved(`/en-US/sellers${"/".repeat(38_000)}x.data`)).toBe("/en-US/no-page.data");
});

test.each(["/?_data=root", "/sellers?q=a&_data=x", "/sellers?%5Fdata=x", "/healthz?_data="])(
  "%s is no page's address: Remix would log a stack for each request",
  (url) => expect(resolved(url)).toBe("/no-page"),
);

test("an address whose slash would be decoded twice is no page's", () => {
  expect(resolved("/sellers/a%252Fb/edit?from=x")).toBe("/no-page");
  expect(resolved("/en-US/sellers/a%252Fb.data")).toBe("/en-US/no-page.data");
});

test.each([
  "/sellers/a%2Fb",
  "/sellers/50%25?from=/sellers/a%252Fb",
  "/sellers///",
  "/sellers//x?from=/sellers//",
  `/?q=${"/".repeat(100)}`,
])("leaves %s as it is", (url) => {
  expect(resolved(url)).toBe(url);
});
