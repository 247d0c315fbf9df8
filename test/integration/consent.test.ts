import { afterEach, describe, expect, it } from "vitest";
import { withRare } from "../support/rare-cases";
import { HostileWorld } from "./support/hostile-world";
import type { Json } from "./support/misbehaving-provider";

let world: HostileWorld;
afterEach(() => world?.close());

const prompts = () => world.provider.callsTo("/authorize").map(({ query }) => query.get("prompt"));

/** What the provider is asked for while somebody signs in. */
async function promptsOf(sub: string): Promise<(string | null)[]> {
  world.provider.sub = sub;
  world.provider.calls = [];
  await world.signedIn();
  return prompts();
}

/** A provider that says which prompts it knows. */
const listing = (prompt_values_supported: string[]) => ({
  discovery: (document: Json) => ({ ...document, prompt_values_supported }),
});

/**
 * A provider that gives refresh tokens only to whom it has asked for consent (OpenID Connect Core
 * 1.0 §11).
 */
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
  await world.pass(1_100);
  expect((await browser.get("/profile", { follow: false })).status).toBe(200);
  expect(prompts()).toHaveLength(2);
  for (const sub of ["second", "third"]) expect(await promptsOf(sub)).toEqual([null, "consent"]);
  // From now on everybody is asked at once; whoever has to give the password again, for one thing
  // after the other.
  expect(await promptsOf("fourth")).toEqual(["consent"]);
  world.provider.calls = [];
  await world.browser().get("/auth/login?prompt=login&returnTo=/profile");
  expect(prompts()).toEqual(["login", "consent"]);
  expect(await promptsOf("fourth")).toEqual(["consent"]);
});

describe("one person who changes the request on its way through the browser", () => {
  /**
   * In which of the attacker's requests, without and with a prompt, `scope` loses its
   * `offline_access`.
   */
  let stripping: { plain: boolean; consent: boolean };

  async function attacked(): Promise<void> {
    world = await HostileWorld.start();
    stripping = { plain: true, consent: false };
    let stripped = false;
    world.provider.script = {
      authorization: (truth, asked) => {
        stripped = world.provider.sub === "attacker" && stripping[asked.has("prompt") ? "consent" : "plain"];
        return truth;
      },
      token: (truth) => {
        const { refresh_token, ...rest } = truth as Json;
        return { json: stripped ? rest : { ...rest, refresh_token } };
      },
    };
  }

  it("doesn't have everybody else asked for consent", async () => {
    await attacked();
    for (let time = 0; time < 4; time += 1) expect(await promptsOf("attacker")).toEqual([null, "consent"]);
    expect(await promptsOf("victim")).toEqual([null]);
  });

  it("doesn't keep everybody else from being offered it", async () => {
    await attacked();
    stripping.consent = true;
    expect(await promptsOf("attacker")).toEqual([null, "consent"]);
    for (let time = 0; time < 3; time += 1) expect(await promptsOf("attacker")).toEqual([null]);
    givesTokensForConsent();
    expect(await promptsOf("victim")).toEqual([null, "consent"]);
  });

  it("doesn't end the learning by asking for consent of their own accord", async () => {
    world = await HostileWorld.start();
    // The provider takes the attacker's consent though the panel didn't ask for it.
    for (let time = 0; time < 4; time += 1) expect(await promptsOf("attacker")).toEqual([null]);
    givesTokensForConsent();
    for (const sub of ["first", "second", "third"]) expect(await promptsOf(sub)).toEqual([null, "consent"]);
    expect(await promptsOf("fourth")).toEqual(["consent"]);
  });
});

it("a link with prompt=consent teaches nothing; whoever gets no refresh token is offered it where others get theirs without", async () => {
  world = await HostileWorld.start();
  await world.browser().get("/auth/login?prompt=consent");
  expect(prompts()).toEqual(["consent"]);
  for (const sub of ["first", "second", "third"]) expect(await promptsOf(sub)).toEqual([null]);
  givesTokensForConsent();
  for (const sub of ["a", "b", "c", "d"]) expect(await promptsOf(sub)).toEqual([null, "consent"]);
});

describe("a person whom the provider must not let in by itself", () => {
  const asked = async (more: Record<string, string>, listed?: string[]) => {
    world = await HostileWorld.start(more, listed && listing(listed));
    const page = await world.browser().get("/auth/login?prompt=login&returnTo=/profile");
    expect(page.path).toBe("/profile");
    return prompts();
  };

  it.each(
    withRare<[Record<string, string>, string]>(
      [[{ OIDC_PROMPT: "consent", OIDC_REAUTH_PROMPT: "select_account" }, "select_account"]],
      [[{ OIDC_REAUTH_PROMPT: "login consent" }, "login consent"]],
    ),
  )("is asked, with %j, for one thing and not for two that may not stand together", async (more, prompt) => {
    expect(await asked(more)).toEqual([prompt]);
  });

  it.each(
    withRare<[string, string, string | null]>(
      [["select_account", "login", "select_account"]],
      [
        ["off", "login", null],
        ["login consent", "login consent", "login consent"],
      ],
    ),
  )("is asked, with OIDC_PROMPT=%s, for %s, and everybody else for just that", async (prompt, again, first) => {
    expect(await asked({ OIDC_PROMPT: prompt })).toEqual([again]);
    world.provider.calls = [];
    world.provider.refresh = false;
    await world.signedIn();
    expect(prompts()).toEqual([first]);
  });

  it("is asked for an account where the provider doesn't list login, and OIDC_PROMPT for no more than it lists", async () => {
    const listed = ["none", "consent", "select_account"];
    expect(await asked({ OIDC_PROMPT: "login consent" }, listed)).toEqual(["select_account"]);
    world.provider.calls = [];
    await world.signedIn();
    expect(prompts()).toEqual(["consent"]);
  });

  it("is asked for consent afterwards, where OIDC_PROMPT wants it for refresh tokens that don't come", async () => {
    expect(await asked({ OIDC_PROMPT: "consent" })).toEqual(["login"]);
    world.provider.calls = [];
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

it("a provider that gives no refresh tokens at all is tried with three people, once each, not at every sign-in", async () => {
  world = await HostileWorld.start();
  world.provider.refresh = false;
  for (const sub of ["first", "second", "third"]) {
    expect(await promptsOf(sub)).toEqual([null, "consent"]);
    expect(await promptsOf(sub)).toEqual([null]);
  }
  expect(await promptsOf("fourth")).toEqual([null]);
});

it("consent that ends in an error leaves the person signed in, on their page", async () => {
  world = await HostileWorld.start();
  world.provider.refresh = false;
  for (const error of ["consent_required", "access_denied", "invalid_request"]) {
    world.provider.sub = error;
    world.provider.calls = [];
    world.provider.script = {
      authorization: (truth, asked) =>
        asked.has("prompt") ? new URLSearchParams({ error, state: truth.get("state") ?? "" }) : truth,
    };
    const browser = await world.signedIn("/profile?a=1");
    expect(prompts()).toEqual([null, "consent"]);
    expect(await world.hasSession(browser)).toBe(true);
  }
});

it("without offline_access in OIDC_SCOPE nobody is asked for consent", async () => {
  world = await HostileWorld.start({ OIDC_SCOPE: "openid profile email" });
  world.provider.refresh = false;
  await world.signedIn();
  expect(prompts()).toEqual([null]);
});
