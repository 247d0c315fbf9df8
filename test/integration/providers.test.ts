import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { openDatabase } from "~/.server/db/database";
import type { BrowserSession } from "../support/browser-session";
import { HostileWorld, heading } from "./support/hostile-world";
import type { Json, Script } from "./support/misbehaving-provider";
import { type RealProvider, realProviders } from "./support/real-providers";

/** The script of a real provider. @param dead whether its refresh tokens are dead */
function scriptOf(real: RealProvider, { dead = false } = {}): Script {
  const saysIss = real.discovery({ authorization_response_iss_parameter_supported: true });
  return {
    discovery: real.discovery,
    idToken: { claims: real.claims },
    userinfo: real.userinfo,
    authorization: (truth) => {
      const answer = new URLSearchParams(truth);
      if (!saysIss.authorization_response_iss_parameter_supported) answer.delete("iss");
      return answer;
    },
    token: (truth, asked) => {
      if (dead && asked.get("grant_type") === "refresh_token") return real.deadRefreshToken ?? { status: 400 };
      return truth.error ? { status: 400, json: truth } : { json: { ...truth, ...real.tokens } };
    },
  };
}

/** Reads the stored session of a browser. */
async function sessionOf(world: HostileWorld, browser: BrowserSession): Promise<Json | undefined> {
  const id = browser.cookie("session") ?? "";
  const key = createHash("sha256").update(id).digest("base64url");
  const { db } = await openDatabase(world.env.DATABASE_URL as string, { warn: () => undefined });
  try {
    // Each world has its own SESSION_SECRET, so the module that unseals is loaded again.
    vi.resetModules();
    Object.assign(process.env, world.env);
    const { unseal } = await import("~/.server/db/seal");
    const row = await db.selectFrom("sessions").selectAll().where("key", "=", key).executeTakeFirst();
    const tokens = unseal(row?.sealed_tokens, `session:${key}`, z.looseObject({}));
    return row && { ...tokens, ...row, directoryId: row.directory_id, tokenExpiresAt: row.token_expires_at };
  } finally {
    await db.destroy();
  }
}

describe.each(Object.entries(realProviders))("%s", (_name, real) => {
  let world: HostileWorld;
  let browser: BrowserSession;
  beforeAll(async () => {
    world = await HostileWorld.start(real.env, scriptOf(real));
    world.provider.refresh = real.refreshToken !== "none";
    world.provider.rotate = real.refreshToken === "rotated";
  });
  afterAll(() => world?.close());

  it("A real provider signs in with S256, and the right person is looked up", async () => {
    browser = await world.signedIn();
    const [asked] = world.provider.callsTo("/authorize");
    expect(asked?.query.get("code_challenge_method")).toBe("S256");
    const directory = world.backend.seen.map(({ url }) => url).filter((url) => url.includes("/DirectoryObject/"));
    expect(new Set(directory)).toEqual(
      new Set([`/profile/api/DirectoryObject/${real.directoryId ?? world.provider.sub}`]),
    );
    const granted = (real.tokens?.scope as string | undefined) ?? real.env?.OIDC_SCOPE;
    const session = await sessionOf(world, browser);
    expect(session?.scope).toBe(granted ?? "openid profile email offline_access");
  });

  it("A real provider renews, and a dead refresh token leads to sign-in", async () => {
    if (real.refreshToken === "none") {
      // Without a refresh token, a backend's 401 ends the session.
      world.backendStatus = 401;
      const page = await browser.get("/sellers", { follow: false });
      expect(page.location).toMatch(/^\/(auth\/login|error\/401)/);
      expect(await browser.isSignedIn()).toBe(false);
      world.backendStatus = undefined;
    } else {
      world.provider.lifetime = 1;
      world.provider.script = scriptOf({ ...real, tokens: { ...real.tokens, expires_in: 1 } });
      browser = await world.signedIn();
      await world.pass(1_100);
      const before = await sessionOf(world, browser);
      expect((await browser.get("/profile", { follow: false })).status).toBe(200);
      const after = await sessionOf(world, browser);
      expect(after?.accessToken).not.toBe(before?.accessToken);
      expect(after?.scope).toBe(before?.scope);
      await world.pass(1_100);
      world.provider.script = scriptOf(real, { dead: true });
      const page = await browser.get("/profile", { follow: false });
      expect(page.location).toBe("/auth/login?returnTo=%2Fprofile");
      expect(await browser.isSignedIn()).toBe(false);
    }
    world.provider.lifetime = 3600;
    world.provider.script = scriptOf(real);
    expect((await browser.get("/profile")).path).toBe("/profile");
  });

  it("A real provider signs out, and the page says what may go on", async () => {
    browser = await world.signedIn();
    const out = await browser.signOut();
    expect(await browser.isSignedIn()).toBe(false);
    const location = new URL(out.location, world.appUrl);
    expect(location.pathname).toBe(real.signOut === "impossible" ? "/auth/signed-out" : "/end-session");
    const page = await browser.get(real.signOut === "confirmed" ? location.href : "/auth/signed-out");
    expect(heading(page)).toBe("Wylogowano");
    const mayGoOn = "zakończ też sesję w systemie logowania";
    if (real.signOut === "confirmed") expect(page.text).not.toContain(mayGoOn);
    else expect(page.text).toContain(mayGoOn);
  });
});

it("An ID token without the claim of OIDC_SUBJECT_CLAIM is refused", async () => {
  const world = await HostileWorld.start({ OIDC_SUBJECT_CLAIM: "oid" });
  onTestFinished(() => world.close());
  for (const oid of [undefined, "", "  ", 7, "x".repeat(256)]) {
    world.provider.script = { idToken: { claims: (claims) => ({ ...claims, oid }) } };
    const browser = world.browser();
    expect((await browser.get("/profile")).status).toBe(502);
    expect(await browser.isSignedIn()).toBe(false);
  }
  expect(world.backend.seen).toEqual([]);
  await expect.poll(() => world.logs()).toContain("OIDC_SUBJECT_CLAIM");
});
