import {
  type CompactVerifyResult,
  compactVerify,
  createLocalJWKSet,
  decodeJwt,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
} from "jose";
import { type ProviderMetadata, providerMetadata } from "./discovery.server";
import { newerKeys, type ProviderKeys, providerKeys, type TokenSource } from "./provider-keys.server";

type VerifiedToken = { header: CompactVerifyResult["protectedHeader"]; claims: JWTPayload };

/**
 * Verifies the signature. The returned claims have no nulls: authentik and old Keycloak send
 * `nbf: null`, which openid-client refuses.
 */
export async function verifySignature(
  token: string,
  source: TokenSource,
  keysAtHand?: ProviderKeys,
): Promise<VerifiedToken> {
  const keys = keysAtHand ?? (await providerKeys());
  try {
    return await verify(token, keys);
  } catch (error) {
    const isKeyUnknown =
      error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed;
    // The provider may have rotated its keys since they were read.
    const newer = isKeyUnknown ? await newerKeys(keys.readAt, source) : undefined;
    if (!newer) throw error;
    return verify(token, newer);
  }
}

async function verify(token: string, { body }: ProviderKeys): Promise<VerifiedToken> {
  const algorithms = signatureAlgorithms(await providerMetadata()).filter(isKeyPairAlgorithm);
  const keySet = createLocalJWKSet(JSON.parse(body) as JSONWebKeySet);
  const { protectedHeader } = await compactVerify(token, keySet, { algorithms });
  const claims = Object.entries(decodeJwt(token)).filter(([, value]) => value !== null);
  return { header: protectedHeader, claims: Object.fromEntries(claims) };
}

/** The algorithms of ID tokens (OpenID Connect Discovery 1.0 §3) and logout tokens. */
export function signatureAlgorithms({ id_token_signing_alg_values_supported: names }: ProviderMetadata): string[] {
  return Array.isArray(names) ? names : ["RS256"];
}

/** Refuses `none` (no signature) and HS256 (everybody with the client's secret can sign). */
export function isKeyPairAlgorithm(name: string): boolean {
  return /^(RS|PS|ES|Ed)/.test(name);
}
