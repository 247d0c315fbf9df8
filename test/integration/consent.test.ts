import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { HostileWorld } from "./support/hostile-world";
import type { Json } from "./support/misbehaving-provider";

let world: HostileWorld;
afterEach(() => world?.close());

const prompts = () => world.provider.callsTo("/authorize").map(({ query }) => query.get("prompt"));

/** A provider that says which prompts it knows. */
const listing = (prompt_values_supported: string[]) => ({
  discovery: (document: Json) => ({ ...document, prompt_values_supported }),
});

/** A provider that gives refresh tokens only to whom it has asked for consent (OpenID Connect Core 1.0 §11). */
function givesTokensForConsent(): void {
  let consented = false;
  world.provider.script = {
    authorization: (truth, asked) => {
      consented = asked.get("prompt")?.split(" ").includes("consent") ?? false;
      return truth;
    },
    token: (truth, asked) => {
      const renewal = asked.get("grant_type") === "refresh_token";
      const { refresh_token, ...rest } = truth as Json;
      return { json: renewal || consented ? { ...rest, refresh_token } : rest };
    },
  };
}

it("offline_access that is ignored without prompt=consent is asked for with it, and the session is renewed", async () => {
  world = await HostileWorld.start();
  givesTokensForConsent();
  world.provider.lifetime = 1;
  const browser = await world.signedIn("/profile?a=1");
  expect(prompts()).toEqual([null, "consent"]);
  await wait(1_100);
  expect((await browser.get("/profile", { follow: false })).status).toBe(200);
  expect(prompts()).toHaveLength(2);
  // From now on everybody is asked at once; whoever has to give the password again, for one thing after the other.
  await world.signedIn();
  expect(prompts().slice(2)).toEqual(["consent"]);
  await world.browser().get("/auth/login?prompt=login&returnTo=/profile");
  expect(prompts().slice(3)).toEqual(["login", "consent"]);
  await world.signedIn();
  expect(prompts().slice(5)).toEqual(["consent"]);
});

describe("a person whom the provider must not let in by itself", () => {
  const asked = async (more: Record<string, string>, listed?: string[]) => {
    world = await HostileWorld.start(more, listed && listing(listed));
    const page = await world.browser().get("/auth/login?prompt=login&returnTo=/profile");
    expect(page.path).toBe("/profile");
    return prompts();
  };

  it.each<[Record<string, string>, string]>([
    [{ OIDC_PROMPT: "select_account" }, "login"],
    [{ OIDC_PROMPT: "consent" }, "login"],
    [{ OIDC_PROMPT: "off" }, "login"],
    [{ OIDC_PROMPT: "login consent" }, "login consent"],
    [{ OIDC_PROMPT: "consent", OIDC_REAUTH_PROMPT: "select_account" }, "select_account"],
    [{ OIDC_REAUTH_PROMPT: "login consent" }, "login consent"],
  ])("is asked, with %j, for one thing and not for two that may not stand together", async (more, prompt) => {
    expect(await asked(more)).toEqual([prompt]);
  });

  it("is asked for an account where the provider doesn't list login, and OIDC_PROMPT for no more than it lists", async () => {
    const listed = ["none", "consent", "select_account"];
    expect(await asked({ OIDC_PROMPT: "login consent" }, listed)).toEqual(["select_account"]);
    world.provider.calls = [];
    await world.signedIn();
    expect(prompts()).toEqual(["consent"]);
  });

  it("is asked for consent afterwards, where OIDC_PROMPT wants it for refresh tokens", async () => {
    world = await HostileWorld.start({ OIDC_PROMPT: "consent" });
    givesTokensForConsent();
    const page = await world.browser().get("/auth/login?prompt=login&returnTo=/profile");
    expect(page.path).toBe("/profile");
    expect(prompts()).toEqual(["login", "consent"]);
  });
});

it("nobody is asked for a consent that the provider doesn't list", async () => {
  world = await HostileWorld.start({}, listing(["none", "login"]));
  world.provider.refresh = false;
  await world.signedIn();
  await world.browser().get("/auth/login?prompt=consent");
  expect(prompts()).toEqual([null, null]);
});

it("a provider that gives no refresh tokens at all is tried once, not at every sign-in", async () => {
  world = await HostileWorld.start();
  world.provider.refresh = false;
  await world.signedIn();
  await world.signedIn();
  expect(prompts()).toEqual([null, "consent", null]);
});

it.each(["consent_required", "access_denied", "invalid_request"])(
  "consent that ends in %s leaves the person signed in, on their page",
  async (error) => {
    world = await HostileWorld.start();
    world.provider.refresh = false;
    world.provider.script = {
      authorization: (truth, asked) =>
        asked.has("prompt") ? new URLSearchParams({ error, state: truth.get("state") ?? "" }) : truth,
    };
    const browser = await world.signedIn("/profile?a=1");
    expect(prompts()).toEqual([null, "consent"]);
    expect(await world.hasSession(browser)).toBe(true);
  },
);

it("a link with prompt=consent teaches nothing where refresh tokens come without it", async () => {
  world = await HostileWorld.start();
  await world.browser().get("/auth/login?prompt=consent");
  await world.signedIn();
  expect(prompts()).toEqual(["consent", null]);
});

it.each([
  ["off", [null]],
  ["select_account", ["select_account"]],
  ["login consent", ["login consent"]],
])("OIDC_PROMPT=%s is what the provider gets, and no more", async (prompt, expected) => {
  world = await HostileWorld.start({ OIDC_PROMPT: prompt });
  world.provider.refresh = false;
  await world.signedIn();
  expect(prompts()).toEqual(expected);
});

it("without offline_access in OIDC_SCOPE nobody is asked for consent", async () => {
  world = await HostileWorld.start({ OIDC_SCOPE: "openid profile email" });
  world.provider.refresh = false;
  await world.signedIn();
  expect(prompts()).toEqual([null]);
});
