import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import type * as Prompt from "./prompt.server";

let metadata: { prompt_values_supported?: string[] };
vi.mock("~/auth/provider/discovery.server", () => ({ providerMetadata: async () => metadata }));
const warn = vi.fn();
vi.mock("~/.server/log", () => ({ log: () => ({ warn }) }));

/** Whether a sign-in that asked for this prompt brings a refresh token. */
let givesRefreshToken: (prompt: string | undefined) => boolean;
const always = () => true;
const never = () => false;
const withConsent = (prompt?: string) => prompt?.split(" ").includes("consent") ?? false;

let panel: typeof Prompt;
async function start(more: Record<string, string> = {}): Promise<void> {
  vi.resetModules();
  vi.stubEnv("OIDC_PROMPT", undefined);
  for (const [name, value] of Object.entries(testEnv(more))) vi.stubEnv(name, value);
  panel = await import("./prompt.server");
}
beforeEach(async () => {
  warn.mockClear();
  metadata = {};
  givesRefreshToken = always;
  await start();
  return () => vi.unstubAllEnvs();
});

/** Signs somebody in, as often as the panel wants to, and returns the prompts of its requests. */
async function prompts(link: string | null = null): Promise<(string | undefined)[]> {
  const prompt = await panel.promptFor(link);
  const refreshToken = givesRefreshToken(prompt) ? "refresh" : undefined;
  const tokens = { claims: { sub: "person" }, refreshToken } as Parameters<typeof panel.needsConsent>[0];
  const isRepeated = await panel.needsConsent(tokens, withConsent(prompt));
  return isRepeated ? [prompt, ...(await prompts("consent"))] : [prompt];
}

describe("Refresh tokens that only consent brings", () => {
  beforeEach(() => {
    givesRefreshToken = withConsent;
  });

  it("A sign-in without a refresh token is repeated with prompt=consent", async () => {
    expect(await prompts()).toEqual([undefined, "consent"]);
  });

  it("A person who must give the password is asked for consent afterwards", async () => {
    expect(await prompts("login")).toEqual(["login", "consent"]);
    await start({ OIDC_PROMPT: "consent" });
    expect(await prompts("login")).toEqual(["login", "consent"]);
  });

  it("Consent isn't asked for without offline_access in OIDC_SCOPE", async () => {
    await start({ OIDC_SCOPE: "openid profile email" });
    expect(await prompts()).toEqual([undefined]);
  });

  it("Consent isn't asked for where the provider doesn't list it", async () => {
    metadata = { prompt_values_supported: ["none", "login"] };
    expect(await prompts()).toEqual([undefined]);
    expect(await prompts("consent")).toEqual([undefined]);
  });

  it("The log says once an hour what OIDC_PROMPT would spare", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    for (let time = 0; time < 3; time += 1) await prompts();
    expect(warn.mock.calls).toEqual([[expect.stringContaining("set OIDC_PROMPT=consent")]]);
    vi.setSystemTime(Date.now() + 3_600_000);
    await prompts();
    expect(warn).toHaveBeenCalledTimes(2);
  });
});

it("A provider without refresh tokens is asked for consent only once", async () => {
  givesRefreshToken = never;
  expect(await prompts()).toEqual([undefined, "consent"]);
});

it("A sign-in that brings a refresh token isn't repeated", async () => {
  expect(await prompts()).toEqual([undefined]);
  expect(warn).not.toHaveBeenCalled();
});

it.each([
  [{ OIDC_ISSUER: "https://accounts.google.com", OIDC_PROMPT: "consent" }, "select_account"],
  [{ OIDC_PROMPT: "select_account" }, "login"],
  [{ OIDC_PROMPT: "off" }, "login"],
  [{ OIDC_PROMPT: "login consent" }, "login consent"],
])("A forced sign-in with %j asks for %s", async (more, prompt) => {
  await start(more);
  expect(await prompts("login")).toEqual([prompt]);
});

it.each(["select_account", "off", "login consent"])(
  "An ordinary sign-in asks for OIDC_PROMPT=%s alone",
  async (prompt) => {
    await start({ OIDC_PROMPT: prompt });
    givesRefreshToken = never;
    expect(await prompts()).toEqual([prompt === "off" ? undefined : prompt]);
  },
);

it("A sign-in asks only for prompts that the provider lists", async () => {
  metadata = { prompt_values_supported: ["none", "consent", "select_account"] };
  await start({ OIDC_PROMPT: "login consent" });
  expect(await prompts("login")).toEqual(["select_account"]);
  expect(await prompts()).toEqual(["consent"]);
});
