import { expect, it } from "vitest";
import { giveHostileWorld, HostileWorld } from "./support/hostile-world";
import type { Json } from "./support/misbehaving-provider";

const world = await giveHostileWorld(HostileWorld.start());

const prompts = () => world.provider.callsTo("/authorize").map(({ query }) => query.get("prompt"));

/** A provider that gives refresh tokens only after consent (OpenID Connect Core 1.0 §11). */
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

it("A consent that ends in an error leaves the person signed in", async () => {
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
    expect(await browser.isSignedIn()).toBe(true);
  }
});

it("An ignored offline_access is asked for again with prompt=consent", async () => {
  givesTokensForConsent();
  world.provider.lifetime = 1;
  const browser = await world.signedIn("/profile?a=1");
  expect(prompts()).toEqual([null, "consent"]);
  await world.pass(1_100);
  expect((await browser.get("/profile", { follow: false })).status).toBe(200);
  expect(prompts()).toHaveLength(2);
});
