import { expect, test } from "vitest";
import { routeOf } from "./route-name";

test.each([
  ["/healthz", "healthz___pl___default"],
  ["/healthz?token=x", "healthz___pl___default"],
  ["/en-US/healthz", "not-found___en-US"],
  ["/no/such/page?code=secret", "not-found___pl___default"],
  ["/assets/root-x.js", "asset"],
  ["/healthz.data", "healthz___pl___default"],
  [undefined, "index___pl___default"],
])("%s is labelled %s", (url, label) => {
  expect(routeOf(url).route).toBe(label);
});
