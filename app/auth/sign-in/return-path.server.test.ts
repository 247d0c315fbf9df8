import fc from "fast-check";
import { expect, it } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import { returnPath } from "./return-path.server";

const ORIGIN = "https://panel.example.pl";

Object.assign(process.env, testEnv({ APP_URL: ORIGIN }));

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
  `${ORIGIN}/sellers?q=a#x`,
])("The path %s is accepted", (path) => {
  const accepted = new URL(returnPath(path), ORIGIN);
  expect(accepted.href).toBe(new URL(path, ORIGIN).href);
});

/**
 * These are some of each kind in the open-redirect lists of oauth2-proxy, OWASP and
 * PayloadsAllTheThings, and of URL-parser quirks.
 */
const tricks = {
  noPath: ["", " ", "sellers", "@evil.example", ":80@evil.example", "?next=//evil.example", "〱evil.example"],
  addresses: ["https://evil.example", "HTTPS://EVIL.EXAMPLE", "http:evil.example", "https:\\\\evil.example"],
  otherSchemes: ["java\nscript:alert(1)", "data:text/html,<script>alert(1)</script>", "／／evil.example"],
  slashes: ["//evil.example", "///evil.example", "//evil.example/%2f..", "//evil%E3%80%82example"],
  backslashes: ["/\\evil.example", "/\\/evil.example", "\\/evil.example", "\\\\evil.example"],
  controls: [
    "/\t/evil.example",
    "/\r\n/evil.example",
    "/\u0000/evil.example",
    "/\u0085/evil.example",
    "/\u2028/evil.example",
  ],
  blanks: ["\t//evil.example", " //evil.example", "\u00a0//evil.example", "/\ufeff/evil.example"],
  header: ["/%0d%0aLocation:%20https://evil.example", "/sellers?q=a\r\nSet-Cookie: x=1", "/sellers?q=\u0000"],
  encoded: ["/%09/evil.example", "/%00/evil.example", "/%5cevil.example", "/%2fevil.example", "/%2f%5cevil.example"],
  dots: [
    "/.//evil.example",
    "/./\\evil.example",
    "/%2e%2e//evil.example",
    "/a/../\\evil.example",
    "/.%2f/evil.example",
  ],
  within: ["/sellers//evil.example", "/sellers/..//evil.example", "/;//evil.example", "/sellers%5c..%5c"],
  undecodable: ["/%E0%A4%A", "/%", "/%zz", "/%c0%af/evil.example", "/sellers\u0000"],
  ourNameElsewhere: ["https://panel.example.pl@evil.example", "https://panel.example.pl.evil.example"],
  ourName: ["https://user:pass@panel.example.pl/", "https://panel.example.pl:8443/sellers", `${ORIGIN}//evil.example`],
  noOrigin: ["http://panel.example.pl/sellers", "//panel.example.pl/sellers", ORIGIN],
  noPage: ["/sellers.data", "/_root.data", `/${"a".repeat(2_000)}`],
};

/** Going back there would start sign-in again or sign out. */
const loops = {
  callback: ["/auth", "/auth/", "/auth?code=1", "/auth#x", "/en-US/auth", "/silent-refresh"],
  signIn: [
    `${ORIGIN}/auth/login`,
    "/auth/login",
    "/auth/login?returnTo=/auth/login",
    "/en-US/auth/login",
    "/sellers/../auth/login",
  ],
  signOut: ["/auth/logout", "/auth/logout.data", "/logout", "/en-US/logout", "/./auth/logout"],
  otherCase: ["/AUTH/login", "/Auth/Logout", "/Logout", "/EN-us/auth/login"],
  encoded: ["/%61uth/login", "/auth%2flogin", "/auth/%6Cogout", "/sellers/%2e%2e/auth/logout"],
};

it.each(
  Object.values({ ...tricks, ...loops }).flatMap((group) => group.map((trick) => [JSON.stringify(trick), trick])),
)("The path %s leads to the start page", (_shown, trick) => {
  expect(returnPath(trick)).toBe("/");
});

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
