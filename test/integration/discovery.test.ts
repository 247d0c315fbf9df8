import { afterAll, expect, it, onTestFinished } from "vitest";
import { expectAnswer } from "../support/expect-answer";
import { HostileWorld, heading } from "./support/hostile-world";
import type { Script } from "./support/misbehaving-provider";

// Not reset between tests: the server reads the document in the background, and would get a right one.
const world = await HostileWorld.start({}, { discovery: () => ({ status: 503 }) });
afterAll(() => world.close());

/** The server forgets a document that it can't use, so each case begins without one. */
it.each<[string, NonNullable<Script["discovery"]>]>([
  ["of another issuer", (d) => ({ ...d, issuer: "https://evil.example" })],
  ["of an issuer with a path more", (d) => ({ ...d, issuer: `${d.issuer}/tenant` })],
  ["without an issuer", (d) => ({ ...d, issuer: undefined })],
  ["without S256", (d) => ({ ...d, code_challenge_methods_supported: ["plain"] })],
  ["with an empty list of challenge methods", (d) => ({ ...d, code_challenge_methods_supported: [] })],
  ["whose challenge methods are no list", (d) => ({ ...d, code_challenge_methods_supported: "S256" })],
  ["whose challenge methods are null", (d) => ({ ...d, code_challenge_methods_supported: null })],
  ["with a script as end of the session", (d) => ({ ...d, end_session_endpoint: "javascript:alert(1)" })],
  ["whose keys are empty", (d) => ({ ...d, jwks_uri: "" })],
  ["without a token endpoint", (d) => ({ ...d, token_endpoint: undefined })],
  ["without keys", (d) => ({ ...d, jwks_uri: undefined })],
  ["with a script as authorization endpoint", (d) => ({ ...d, authorization_endpoint: "javascript:alert(1)" })],
  ["with a file as token endpoint", (d) => ({ ...d, token_endpoint: "file:///etc/passwd" })],
  ["that is HTML", () => ({ html: "<h1>Welcome</h1>" })],
  ["that is a list", () => ({ json: [] })],
  ["that isn't found", () => ({ status: 404 })],
  ["that is out of order", () => ({ status: 500 })],
  ["that lies elsewhere", () => ({ status: 302, headers: { location: "https://evil.example" } })],
  ["of two megabytes", (d) => ({ ...d, filler: "x".repeat(2_000_000) })],
])("A discovery document %s is refused, in Polish, and forgotten", async (_name, discovery) => {
  world.provider.calls = [];
  world.provider.script = { discovery };
  const page = await world.browser().get("/profile");
  expect(page.url.pathname).toBe("/error/503");
  expectAnswer(page, 503, "System logowania nie odpowiada");
  expect(page.url.searchParams.get("from")).toBe("/profile");
  expect(world.provider.callsTo("/authorize")).toEqual([]);
});

it("A sign-in that must ask who sits there still asks after an outage", async () => {
  world.provider.script = { discovery: () => ({ status: 503 }) };
  const page = await world.browser().get("/auth/login?prompt=login&returnTo=%2Fprofile");
  expect(page.status).toBe(503);
  expect(page.hrefs()).toEqual(["/auth/login?returnTo=%2Fprofile&prompt=login"]);
});

it("The callback says that sign-in is away while there is no document", async () => {
  world.provider.script = { discovery: () => ({ status: 503 }) };
  const page = await world.browser().get("/auth?code=x&state=y");
  expect(page.status).toBe(503);
  expect(heading(page)).toBe("Logowanie jest chwilowo niedostępne");
});

it("A right discovery document is used at once, and read once for many", async () => {
  world.reset();
  await Promise.all(Array.from({ length: 10 }, () => world.signedIn()));
  expect(world.provider.callsTo("/.well-known/openid-configuration")).toHaveLength(1);
});

it("A discovery document does without its optional members", async () => {
  const change = {
    end_session_endpoint: null,
    userinfo_endpoint: "",
    introspection_endpoint: null,
    registration_endpoint: "http://registration.example",
    prompt_values_supported: null,
    token_endpoint_auth_methods_supported: null,
    id_token_signing_alg_values_supported: null,
  };
  const other = await HostileWorld.start({}, { discovery: (document) => ({ ...document, ...change }) });
  onTestFinished(() => other.close());
  const browser = await other.signedIn();
  expect(other.provider.callsTo("/userinfo")).toEqual([]);
  expect((await browser.signOut()).location).toBe("/auth/signed-out");
  expect(other.provider.callsTo("/revoke")).toHaveLength(1);
  await other.signedIn();
  const logout = { logout_token: await other.provider.logoutToken() };
  expect((await other.browser().post("/auth/backchannel-logout", logout)).status).toBe(200);
});

it("The policy of every page has the provider's origins and OIDC_ORIGINS", async () => {
  const other = await HostileWorld.start(
    { OIDC_ORIGINS: "https://login.partner.example, https://mfa.example:8443" },
    {
      discovery: (document) => ({
        ...document,
        authorization_endpoint: String(document.authorization_endpoint).replace("127.0.0.1", "localhost"),
        end_session_endpoint: "https://sign-out.example/logout?client=panel",
      }),
    },
  );
  onTestFinished(() => other.close());
  const { issuer } = other.provider;
  const pages = issuer.replace("127.0.0.1", "localhost");
  const policy = async (path: string) => (await other.browser().get(path)).headers.get("content-security-policy");
  const further = "https://login.partner.example https://mfa.example:8443";
  const forms = `form-action 'self' ${issuer} ${pages} https://sign-out.example ${further};`;
  await expect.poll(() => policy("/healthz")).toContain(forms);
  expect(other.provider.callsTo("/authorize")).toEqual([]);
  const browser = await other.signedIn();
  for (const path of ["/profile", "/auth/silent-renew"]) {
    const { headers } = await browser.get(path);
    expect(headers.get("content-security-policy")).toContain(forms);
    expect(headers.get("content-security-policy")).toContain(`frame-src 'self' ${issuer} ${pages} ${further};`);
  }
});
