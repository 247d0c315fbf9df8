import { setTimeout as pause } from "node:timers/promises";
import * as oidc from "openid-client";
import { env } from "~/.server/env";
import { allowProviderPages } from "~/.server/http/security-headers";
import { log } from "~/.server/log";
import { ProviderDocument } from "./provider-document.server";
import { providerFetch, withoutBlanks } from "./provider-fetch.server";

export const PROVIDER_TIMEOUT_SECONDS = 10;

/** The provider can't be reached, or its response is unusable. The session stays. */
export class ProviderUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ProviderUnavailable";
  }
}

export type ProviderMetadata = oidc.ServerMetadata & {
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
};

const discovery = new ProviderDocument({ name: "the discovery document", read: readMetadata, freshMs: 60 * 60 * 1000 });

export function providerMetadata(): Promise<ProviderMetadata> {
  return discovery.get();
}

export function hasEndSession(): boolean {
  return discovery.latest?.end_session_endpoint !== undefined;
}

/**
 * Reads the discovery document at the start, with retries, because the Content-Security-Policy lists
 * the provider's pages.
 */
export async function discoverProvider(): Promise<void> {
  while (!(await providerMetadata().catch(() => undefined))) await pause(30_000, undefined, { ref: false });
}

/** Call it after a failed request: the provider may have moved its endpoints. */
export function invalidateMetadata(): void {
  discovery.invalidate();
}

async function readMetadata(): Promise<ProviderMetadata> {
  try {
    const { OIDC_ISSUER, OIDC_CLIENT_ID } = env();
    const config = await oidc.discovery(OIDC_ISSUER, OIDC_CLIENT_ID, undefined, oidc.None(), {
      execute: allowsHttp() ? [oidc.allowInsecureRequests] : [],
      timeout: PROVIDER_TIMEOUT_SECONDS,
      [oidc.customFetch]: providerFetch,
    });
    const metadata = parseMetadata(config.serverMetadata());
    if (!listsChallengeMethods(metadata))
      log().warn("discovery names no code_challenge_methods_supported; S256 is sent all the same");
    allowProviderPages({
      authorization: metadata.authorization_endpoint,
      endSession: metadata.end_session_endpoint,
    });
    return metadata;
  } catch (error) {
    log().error({ err: error }, "discovery failed");
    throw new ProviderUnavailable("The provider's discovery document can't be used", error);
  }
}

export function allowsHttp(): boolean {
  return env().OIDC_ISSUER.protocol === "http:";
}

/** Entra ID and Cognito list no methods (RFC 8414 §2 allows that), but accept S256. */
export function listsChallengeMethods(metadata: oidc.ServerMetadata): boolean {
  return metadata.code_challenge_methods_supported !== undefined;
}

const REQUIRED_ENDPOINTS = ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const;
const ENDPOINTS = [...REQUIRED_ENDPOINTS, "userinfo_endpoint", "revocation_endpoint", "end_session_endpoint"] as const;

function parseMetadata(document: oidc.ServerMetadata): ProviderMetadata {
  // `null` isn't treated like a missing list: a provider that sends `null` may not support PKCE.
  const metadata = withoutBlanks(document, (name) => name !== "code_challenge_methods_supported");
  // A document of another issuer is refused. For example, Entra ID's address `common` has a
  // template as issuer: `…/{tenantid}/v2.0`.
  if (new URL(metadata.issuer).href !== env().OIDC_ISSUER.href) throw new Error("issuer is not OIDC_ISSUER");
  const methods: unknown = metadata.code_challenge_methods_supported;
  if (methods !== undefined && !(Array.isArray(methods) && methods.includes("S256"))) {
    throw new Error("S256 is not supported");
  }
  for (const name of REQUIRED_ENDPOINTS) {
    if (typeof metadata[name] !== "string") throw new Error(`${name} is missing`);
  }
  for (const name of ENDPOINTS) {
    const value: unknown = metadata[name];
    if (value === undefined) continue;
    if (typeof value !== "string" || !URL.canParse(value)) throw new Error(`${name} is not a URL`);
    const { protocol } = new URL(value);
    if (protocol !== "https:" && !(protocol === "http:" && allowsHttp())) throw new Error(`${name} is not https`);
  }
  return metadata as ProviderMetadata;
}
