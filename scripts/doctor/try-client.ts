import type * as oidc from "openid-client";
import { env } from "../../app/.server/env";
import { clientAuthentication, withBothEncodings } from "../../app/auth/provider/client-authentication.server";
import { isClientRefused, printCodes, refusalInBody } from "../../app/auth/provider/provider-errors.server";
import { providerFetch } from "../../app/auth/provider/provider-fetch.server";

type ClientVerdict = { outcome: "accepted" | "refused" | "unknown"; said: string };

/** Sends a made-up code; the error `invalid_grant` means that the credentials are right. */
export async function tryClient(
  metadata: oidc.ServerMetadata & { token_endpoint: string },
  deadlineMs: number,
): Promise<ClientVerdict> {
  const headers = new Headers({ accept: "application/json" });
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code: "made-up-by-npm-run-doctor",
    code_verifier: "made-up-by-npm-run-doctor-made-up-by-npm-run-doctor",
    redirect_uri: `${env().APP_URL}/auth`,
  });
  await clientAuthentication(metadata)(metadata, { client_id: env().OIDC_CLIENT_ID }, body, headers);
  const response = await withBothEncodings(providerFetch)(metadata.token_endpoint, {
    method: "POST",
    body,
    headers: { ...Object.fromEntries(headers), "content-type": "application/x-www-form-urlencoded" },
    redirect: "manual",
    signal: AbortSignal.timeout(deadlineMs),
  });
  const answer = { status: response.status, body: await response.text() };
  const refusal = refusalInBody(answer.body);
  const details = [answer.status, printCodes(refusal)].filter(Boolean).join(" ");
  if (isClientRefused(answer)) return { outcome: "refused", said: details };
  return { outcome: refusal.code === "invalid_grant" ? "accepted" : "unknown", said: details };
}
