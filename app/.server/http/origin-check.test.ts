import { beforeAll, expect, it } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import { isForeign, type OriginFacts } from "./origin-check";

const OURS = "https://panel.example.pl";

beforeAll(() => {
  Object.assign(process.env, testEnv({ APP_URL: OURS }));
});

const facts = (given: Partial<OriginFacts>): OriginFacts => ({
  method: "POST",
  origin: undefined,
  site: undefined,
  hasSessionCookie: true,
  ...given,
});

it.each<[string, Partial<OriginFacts>, boolean]>([
  ["our origin", { origin: OURS }, false],
  ["our origin, said twice over", { origin: OURS, site: "same-origin" }, false],
  ["no origin, but the browser says same-origin", { site: "same-origin" }, false],
  ["neither, with a session", {}, true],
  ["neither, typed into the address bar, with a session", { site: "none" }, true],
  ["neither, without a session", { hasSessionCookie: false }, false],
  ["null", { origin: "null" }, true],
  ["null, without a session", { origin: "null", hasSessionCookie: false }, true],
  ["another origin", { origin: "https://evil.example" }, true],
  ["another origin, without a session", { origin: "https://evil.example", hasSessionCookie: false }, true],
  ["another scheme", { origin: "http://panel.example.pl" }, true],
  ["another port", { origin: "https://panel.example.pl:8443" }, true],
  ["a subdomain", { origin: "https://x.panel.example.pl" }, true],
  ["a longer host", { origin: "https://panel.example.pl.evil.example" }, true],
  ["our origin with a path", { origin: `${OURS}/` }, true],
  ["two origins", { origin: `${OURS}, https://evil.example` }, true],
  ["garbage", { origin: "::not a url::" }, true],
  ["empty", { origin: "" }, true],
  ["our origin, but cross-site", { origin: OURS, site: "cross-site" }, true],
  ["our origin, but only same-site", { origin: OURS, site: "same-site" }, true],
  ["no origin, cross-site, no session", { site: "cross-site", hasSessionCookie: false }, true],
])("A write is foreign or not by its origin: %s", (_name, given, foreign) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "post", "PROPFIND"]) {
    expect(isForeign(facts({ ...given, method }))).toBe(foreign);
  }
});

it.each(["GET", "HEAD", "OPTIONS"])("A request with %s is never foreign, since it runs no action", (method) => {
  expect(isForeign(facts({ method, origin: "https://evil.example", site: "cross-site" }))).toBe(false);
});
