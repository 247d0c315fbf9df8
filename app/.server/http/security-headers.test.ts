import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import { allowProviderPages, securityHeaders } from "./security-headers";

const ISSUER = "https://login.example";
const NOTHING_MORE = [`'self' ${ISSUER}`, `'self' ${ISSUER}`];

beforeAll(() => {
  Object.assign(process.env, testEnv({ OIDC_ISSUER: `${ISSUER}/realms/a` }));
});
beforeEach(() => allowProviderPages({ authorization: `${ISSUER}/authorize` }));

/** The policy of one answer, by its directives. */
function policy(url = "/profile"): Map<string, string> {
  const request = Object.assign(new IncomingMessage(new Socket()), { url });
  const response = new ServerResponse(request);
  securityHeaders(request, response, { nonce: "nonce", isFile: false });
  const directives = String(response.getHeader("Content-Security-Policy")).split(";");
  return new Map(directives.map((directive): [string, string] => [directive.split(" ", 1)[0] as string, directive]));
}

const providerIn = (directives: Map<string, string>) =>
  ["form-action", "frame-src"].map((name) => directives.get(name)?.slice(name.length + 1));

test("A provider with pages on its issuer's origin changes no policy", () => {
  expect(providerIn(policy())).toEqual(NOTHING_MORE);
  allowProviderPages({ authorization: `${ISSUER}/a?b=c`, endSession: `${ISSUER}/end#x` });
  expect(providerIn(policy())).toEqual(NOTHING_MORE);
});

test("The policy allows forms and frames on the provider's latest pages", () => {
  for (const path of ["/profile", "/auth/silent-renew"]) {
    allowProviderPages({
      authorization: "https://a.example/oauth2/authorize",
      endSession: "https://b.example:8443/logout",
    });
    expect(providerIn(policy(path))).toEqual([
      `'self' ${ISSUER} https://a.example https://b.example:8443`,
      `'self' ${ISSUER} https://a.example`,
    ]);
    allowProviderPages({ authorization: "https://c.example/x" });
    expect(providerIn(policy(path))).toEqual(Array(2).fill(`'self' ${ISSUER} https://c.example`));
  }
});

test.each(["http://localhost:3001/a", "http://127.0.0.1:3001/a", "http://[::1]:3001/a"])(
  "A provider at %s on this machine is allowed",
  (address) => {
    allowProviderPages({ authorization: address });
    expect(providerIn(policy())).toEqual(Array(2).fill(`'self' ${ISSUER} ${new URL(address).origin}`));
  },
);

test.each([
  "http://login.other.example/a",
  "https://*/a",
  "https://*.example/a",
  "https://a.example;script-src/a",
  "https://a.example,b.example/a",
  "https://'unsafe-inline'/a",
  "https://a.example\r\nX-Other: 1/a",
  "javascript:alert(1)",
  "data:text/html,x",
  "a.example",
  "",
])("A provider's address of %j changes no policy", (address) => {
  const before = policy();
  allowProviderPages({ authorization: address, endSession: address });
  expect(policy()).toEqual(before);
});
