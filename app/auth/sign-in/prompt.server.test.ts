import { beforeEach, describe, expect, it, vi } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import type * as Prompt from "./prompt.server";

let metadata: { prompt_values_supported?: string[] };
vi.mock("~/auth/provider/discovery.server", () => ({ providerMetadata: async () => metadata }));
vi.mock("~/.server/log", () => ({ log: () => ({ info: () => undefined }) }));

/** Whether a sign-in that asked for this prompt brings a refresh token. */
let givesRefreshToken: (prompt: string | undefined) => boolean;
const always = () => true;
const never = () => false;
const withConsent = (prompt?: string) => prompt?.split(" ").includes("consent") ?? false;

/** A process that has learnt nothing yet. */
let panel: typeof Prompt;
async function start(more: Record<string, string> = {}): Promise<void> {
  vi.resetModules();
  vi.stubEnv("OIDC_PROMPT", undefined);
  for (const [name, value] of Object.entries(testEnv(more))) vi.stubEnv(name, value);
  panel = await import("./prompt.server");
}
beforeEach(async () => {
  metadata = {};
  givesRefreshToken = always;
  await start();
  return () => vi.unstubAllEnvs();
});

/**
 * Signs somebody in, as often as the panel wants to, and returns what the provider is asked for.
 */
async function promptsOf(sub: string, link: string | null = null): Promise<(string | undefined)[]> {
  const prompt = await panel.promptFor(link);
  const refreshToken = givesRefreshToken(prompt) ? "refresh" : undefined;
  const tokens = { claims: { sub }, refreshToken } as Parameters<typeof panel.learnConsentNeed>[0];
  const again = await panel.learnConsentNeed(tokens, withConsent(prompt));
  return again ? [prompt, ...(await promptsOf(sub, "consent"))] : [prompt];
}

describe("Refresh tokens that only consent brings", () => {
  beforeEach(() => {
    givesRefreshToken = withConsent;
  });

  it("Three people are asked twice for consent, and all others at once", async () => {
    for (const sub of ["first", "second", "third"]) expect(await promptsOf(sub)).toEqual([undefined, "consent"]);
    expect(await promptsOf("fourth")).toEqual(["consent"]);
  });

  it("A person who must give the password is asked for consent afterwards", async () => {
    expect(await promptsOf("person", "login")).toEqual(["login", "consent"]);
    await start({ OIDC_PROMPT: "consent" });
    expect(await promptsOf("person", "login")).toEqual(["login", "consent"]);
  });

  it("Consent isn't asked for without offline_access in OIDC_SCOPE", async () => {
    await start({ OIDC_SCOPE: "openid profile email" });
    expect(await promptsOf("person")).toEqual([undefined]);
  });

  it("Consent isn't asked for where the provider doesn't list it", async () => {
    metadata = { prompt_values_supported: ["none", "login"] };
    expect(await promptsOf("person")).toEqual([undefined]);
    expect(await promptsOf("person", "consent")).toEqual([undefined]);
  });
});

it("One person's changes don't have everybody else asked for consent", async () => {
  givesRefreshToken = withConsent;
  for (let time = 0; time < 4; time += 1) expect(await promptsOf("attacker")).toEqual([undefined, "consent"]);
  givesRefreshToken = always;
  expect(await promptsOf("victim")).toEqual([undefined]);
});

it("One person's changes don't keep others from being offered consent", async () => {
  givesRefreshToken = never;
  expect(await promptsOf("attacker")).toEqual([undefined, "consent"]);
  for (let time = 0; time < 3; time += 1) expect(await promptsOf("attacker")).toEqual([undefined]);
  givesRefreshToken = withConsent;
  expect(await promptsOf("victim")).toEqual([undefined, "consent"]);
});

it("One person's own consents don't end the learning", async () => {
  // The provider takes the attacker's consent though the panel didn't ask for it.
  for (let time = 0; time < 4; time += 1) expect(await promptsOf("attacker")).toEqual([undefined]);
  givesRefreshToken = withConsent;
  for (const sub of ["first", "second", "third"]) expect(await promptsOf(sub)).toEqual([undefined, "consent"]);
  expect(await promptsOf("fourth")).toEqual(["consent"]);
});

it("A link with prompt=consent teaches the panel nothing", async () => {
  expect(await promptsOf("person", "consent")).toEqual(["consent"]);
  for (const sub of ["first", "second", "third"]) expect(await promptsOf(sub)).toEqual([undefined]);
  givesRefreshToken = withConsent;
  for (const sub of ["a", "b", "c", "d"]) expect(await promptsOf(sub)).toEqual([undefined, "consent"]);
});

it("A provider without refresh tokens is tried with three people once each", async () => {
  givesRefreshToken = never;
  for (const sub of ["first", "second", "third"]) {
    expect(await promptsOf(sub)).toEqual([undefined, "consent"]);
    expect(await promptsOf(sub)).toEqual([undefined]);
  }
  expect(await promptsOf("fourth")).toEqual([undefined]);
});

it.each([
  [{ OIDC_ISSUER: "https://accounts.google.com", OIDC_PROMPT: "consent" }, "select_account"],
  [{ OIDC_PROMPT: "select_account" }, "login"],
  [{ OIDC_PROMPT: "off" }, "login"],
  [{ OIDC_PROMPT: "login consent" }, "login consent"],
])("A forced sign-in with %j asks for %s", async (more, prompt) => {
  await start(more);
  expect(await promptsOf("person", "login")).toEqual([prompt]);
});

it.each(["select_account", "off", "login consent"])(
  "An ordinary sign-in asks for OIDC_PROMPT=%s alone",
  async (prompt) => {
    await start({ OIDC_PROMPT: prompt });
    givesRefreshToken = never;
    expect(await promptsOf("person")).toEqual([prompt === "off" ? undefined : prompt]);
  },
);

it("A sign-in asks only for prompts that the provider lists", async () => {
  metadata = { prompt_values_supported: ["none", "consent", "select_account"] };
  await start({ OIDC_PROMPT: "login consent" });
  expect(await promptsOf("person", "login")).toEqual(["select_account"]);
  expect(await promptsOf("person")).toEqual(["consent"]);
});
