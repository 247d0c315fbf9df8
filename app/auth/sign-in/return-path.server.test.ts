import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import { returnPath } from "./return-path.server";

const ORIGIN = "https://panel.example.pl";

beforeAll(() => {
  Object.assign(process.env, testEnv({ APP_URL: ORIGIN }));
});

it.each([
  "/",
  "/sellers",
  "/sellers?q=łódź&status=active&page=2",
  "/sellers/new#name",
  "/sellers/a%2Fb",
  "/sellers/%C5%BC%C3%B3%C5%82w",
  "/en-US",
  "/en-US/sellers?sort=-displayName",
  "/authority",
  "/sellers?next=https://evil.example/",
  "/sellers?q=//evil.example",
  "/sellers?q=%00",
  "/sellers?q=a%5Cb",
  "/@evil.example",
  "/:80",
])("The path %s is accepted", (path) => {
  const accepted = new URL(returnPath(path), ORIGIN);
  expect(accepted.href).toBe(new URL(path, ORIGIN).href);
});

/**
 * Gathered from the open-redirect lists of oauth2-proxy, OWASP and PayloadsAllTheThings, and from
 * URL-parser quirks.
 */
const tricks = [
  "",
  " ",
  "sellers",
  "evil.example",
  "http://evil.example",
  "https://evil.example",
  "HTTPS://EVIL.EXAMPLE",
  "http:evil.example",
  "https:evil.example",
  "https:/evil.example",
  "https:///evil.example",
  "https:\\\\evil.example",
  "ftp://evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "about:blank",
  "blob:https://evil.example/1",
  "view-source:https://evil.example",
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "/////evil.example/",
  "//evil.example/%2e%2e",
  "//evil.example/%2f..",
  "//evil.example//",
  "//evil%E3%80%82example",
  "//\\evil.example",
  "/\\evil.example",
  "/\\\\evil.example",
  "/\\/evil.example",
  "\\/evil.example",
  "\\\\evil.example",
  "\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r/evil.example",
  "/\r\n/evil.example",
  "/\v/evil.example",
  "/\f/evil.example",
  "/\u0000/evil.example",
  "\t//evil.example",
  "\n//evil.example",
  " //evil.example",
  "\u00a0//evil.example",
  "\ufeff//evil.example",
  "/\ufeff/evil.example",
  "/\u0085/evil.example",
  "/\u2028/evil.example",
  "/%09/evil.example",
  "/%0a/evil.example",
  "/%0d%0aLocation:%20https://evil.example",
  "/%0d/evil.example",
  "/%00/evil.example",
  "/%5cevil.example",
  "/%5c%5cevil.example",
  "/%5C/evil.example",
  "/%2fevil.example",
  "/%2Fevil.example",
  "/%2f%2fevil.example",
  "/%2f/evil.example",
  "/%2f%5cevil.example",
  "/./%2fevil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/../../evil.example//x",
  "/./\\evil.example",
  "/.%2f/evil.example",
  "/%2e//evil.example",
  "/%2e%2e//evil.example",
  "/a/..//evil.example",
  "/a/%2e%2e//evil.example",
  "/a/../\\evil.example",
  "/sellers//evil.example",
  "/sellers/..//evil.example",
  "/;//evil.example",
  "/sellers%5c..%5c",
  "/%E0%A4%A",
  "/%",
  "/%zz",
  "/%c0%af/evil.example",
  "@evil.example",
  ":80@evil.example",
  "?next=//evil.example",
  "#//evil.example",
  ".evil.example",
  "https://panel.example.pl@evil.example",
  "https://panel.example.pl.evil.example",
  "https://panel.example.pl:80@evil.example/",
  "https://user:pass@panel.example.pl/",
  "http://panel.example.pl/sellers",
  "https://panel.example.pl/sellers",
  "https://panel.example.pl:8443/sellers",
  "//panel.example.pl/sellers",
  "〱evil.example",
  "〵evil.example",
  "ゝevil.example",
  "／／evil.example",
  "/sellers\u0000",
  "/sellers?q=\u0000",
  "/sellers?q=a\r\nSet-Cookie: x=1",
  "/sellers.data",
  "/_root.data",
  `/${"a".repeat(2_000)}`,
];

/** Going back there would start sign-in again or sign out. */
const loops = [
  "/auth",
  "/auth/",
  "/auth?code=1",
  "/auth#x",
  "/auth/login",
  "/auth/login?returnTo=/auth/login",
  "/auth/logout",
  "/auth/logout.data",
  "/AUTH/login",
  "/Auth/Logout",
  "/%61uth/login",
  "/auth%2flogin",
  "/auth/%6Cogout",
  "/sellers/../auth/login",
  "/sellers/%2e%2e/auth/logout",
  "/./auth/logout",
  "/en-US/auth/login",
  "/EN-us/auth/login",
  "/en-US/auth",
  "/logout",
  "/Logout",
  "/en-US/logout",
  "/silent-refresh",
];

it.each([...tricks, ...loops].map((trick) => [JSON.stringify(trick), trick]))(
  "The path %s leads to the start page",
  (_shown, trick) => {
    expect(returnPath(trick)).toBe("/");
  },
);

it.each([null, undefined])("A missing path (%s) leads to the start page", (nothing) =>
  expect(returnPath(nothing)).toBe("/"),
);

const pieces = fc.constantFrom(
  ..."/\\.%?#@:;&=\t\n\r \u0000".split(""),
  ...["//", "..", "%2f", "%5c", "%2e", "%09", "%0d%0a", "evil.example", "auth", "logout", "sellers", "en-US", "https:"],
);
const nearPaths = fc.array(fc.oneof(pieces, fc.string({ unit: "binary", maxLength: 3 })), { maxLength: 12 });

it("Any text gives a short path on this origin, outside of sign-in", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        nearPaths.map((parts) => `/${parts.join("")}`),
      ),
      (given) => {
        const path = returnPath(given);
        expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
        const url = new URL(path, ORIGIN);
        expect(url.origin).toBe(ORIGIN);
        expect(decodeURIComponent(url.pathname)).not.toMatch(/^\/(en-us\/)?auth(\/|$)|\/\/|\\/i);
        expect(returnPath(path)).toBe(path);
      },
    ),
    { numRuns: 500 },
  );
});
