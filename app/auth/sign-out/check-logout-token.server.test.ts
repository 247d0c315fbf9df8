import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, test, vi } from "vitest";
import { giveOwnDatabase } from "../../../test/support/own-database";
import { acceptLogoutToken, LogoutTokenRefused } from "./check-logout-token.server";

const issuer = "https://provider.example";
const { publicKey, privateKey } = await generateKeyPair("RS256");

vi.mock("~/auth/provider/discovery.server", async (original) => ({
  ...(await original<object>()),
  providerMetadata: async () => ({ issuer, id_token_signing_alg_values_supported: ["RS256"] }),
}));
vi.mock("~/auth/provider/provider-keys.server", () => ({
  providerKeys: async () => ({ body: JSON.stringify({ keys: [await exportJWK(publicKey)] }), readAt: 0 }),
  newerKeys: async () => undefined,
}));
giveOwnDatabase();

const logoutToken = async (jti: string) => {
  const { env } = await import("~/.server/env");
  return new SignJWT({ sid: "s1", events: { "http://schemas.openid.net/event/backchannel-logout": {} } })
    .setProtectedHeader({ alg: "RS256" })
    .setIssuer(issuer)
    .setAudience(env().OIDC_CLIENT_ID)
    .setIssuedAt()
    .setExpirationTime("2m")
    .setJti(jti)
    .sign(privateKey);
};

test("A logout that a database error interrupted is done when repeated", async () => {
  const token = await logoutToken("j1");
  const end = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue(3);
  await expect(acceptLogoutToken(token, end)).rejects.toThrow("away");
  expect(await acceptLogoutToken(token, end)).toBe(3);
  expect(end).toHaveBeenLastCalledWith({ sid: "s1", sub: undefined });
  await expect(acceptLogoutToken(token, end)).rejects.toThrow(LogoutTokenRefused);
  expect(end).toHaveBeenCalledTimes(2);
});
