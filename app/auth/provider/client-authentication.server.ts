import * as oidc from "openid-client";
import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { isClientRefused } from "./provider-errors.server";

/**
 * Without OIDC_CLIENT_AUTH: `post` if the provider offers it, else `basic`, which is the default of
 * OpenID Connect Discovery 1.0 §3.
 */
export function clientAuthentication(metadata: oidc.ServerMetadata): oidc.ClientAuth {
  const { OIDC_CLIENT_AUTH, OIDC_CLIENT_SECRET } = env();
  const secret = OIDC_CLIENT_SECRET?.reveal();
  if (!secret) return oidc.None();
  const offered = metadata.token_endpoint_auth_methods_supported ?? [];
  const method = OIDC_CLIENT_AUTH ?? (offered.includes("client_secret_post") ? "post" : "basic");
  if (method === "post") return oidc.ClientSecretPost(secret);
  return (_server, _client, _body, headers) => headers.set("authorization", basic(isFormEncoded));
}

/** RFC 6749 §2.3.1 requires form-encoded credentials. False if the provider doesn't decode them. */
let isFormEncoded = true;

function basic(isEncoded: boolean): string {
  const { OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = env();
  const halves = [OIDC_CLIENT_ID, OIDC_CLIENT_SECRET?.reveal() ?? ""];
  const joined = halves.map((half) => (isEncoded ? formEncode(half) : half)).join(":");
  return `Basic ${Buffer.from(joined).toString("base64")}`;
}

function formEncode(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}

/** Retries a refused request with the other encoding. A refused request doesn't use up its code. */
export function withBothEncodings(fetch: oidc.CustomFetch): oidc.CustomFetch {
  return async (url, options) => {
    const response = await fetch(url, options);
    const credentials = new Headers(options.headers as HeadersInit).get("authorization");
    const isBasic = credentials === basic(true) || credentials === basic(false);
    if (!isBasic || basic(true) === basic(false) || !(await isRefused(response))) return response;
    // Compares the sent header, because a parallel request may have changed `isFormEncoded`.
    const isRetryEncoded = credentials !== basic(true);
    const authorization = basic(isRetryEncoded);
    const secondResponse = await fetch(url, { ...options, headers: { ...options.headers, authorization } });
    if (await isRefused(secondResponse)) return response;
    isFormEncoded = isRetryEncoded;
    log().info({ isFormEncoded }, "the provider takes the client's Basic credentials in the other form");
    return secondResponse;
  };
}

async function isRefused(response: Response): Promise<boolean> {
  if (response.ok) return false;
  return isClientRefused({ status: response.status, body: await response.clone().text() });
}
