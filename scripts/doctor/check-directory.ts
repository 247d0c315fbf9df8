import { decodeJwt } from "jose";
import { BackendError, type BackendErrorKind } from "../../app/.server/backend/backend-error";
import { createDirectoryApi } from "../../app/.server/backend/directory-api";
import { env } from "../../app/.server/env";
import { providerMetadata } from "../../app/auth/provider/discovery.server";
import { isFranchisee } from "../../app/domain/franchisee-role";
import { Finding, get, reasons } from "./report";

/** Returns no claims for an access token that isn't a JWT: only the provider can read such a text. */
function claimsIn(token: string): Record<string, unknown> {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}

/** @throws Finding if the token has expired */
export async function checkToken(token: string): Promise<string> {
  const { exp } = claimsIn(token);
  if (typeof exp !== "number") return "its end is unknown: it is no JWT, or has no exp";
  const end = new Date(exp * 1000).toISOString();
  if (exp * 1000 < Date.now()) throw new Finding(`the token expired at ${end}`, "get a new one");
  return `valid until ${end}`;
}

/** Reads the directory's entry of the token's person, as a sign-in would. @throws Finding */
export async function checkDirectoryEntry(token: string): Promise<string> {
  const { OIDC_SUBJECT_CLAIM: claim } = env();
  const claims = { ...(await userInfo(token)), ...claimsIn(token) };
  const id = claims[claim];
  if (typeof id !== "string" || id === "") {
    throw new Finding(`neither the token nor userinfo has ${claim}`, "check OIDC_SUBJECT_CLAIM");
  }
  const tokens = { person: "doctor", current: async () => token, renew: async () => undefined };
  const profile = await createDirectoryApi(tokens)
    .find(id)
    .catch((error: unknown) => {
      throw new Finding(error instanceof BackendError ? whyUnread(error) : reasons(error), "check PROFILE_API_URL");
    });
  if (!profile) {
    throw new Finding(
      `the directory knows nobody by the token's ${claim}`,
      "check OIDC_SUBJECT_CLAIM, and that PROFILE_API_URL and SELLERS_API_URL aren't swapped",
    );
  }
  if (isFranchisee(profile)) return "found, with the role";
  throw new Finding("found, but its job title has no FRANCZYZOBIORCA", "nobody without it gets in");
}

const WORDS: Partial<Record<BackendErrorKind, string>> = {
  unauthorized: "it refuses the token (401): it has expired, or is meant for another audience",
  redirect: "it redirects: PROFILE_API_URL must be the final address",
  badBody: "it answers no JSON of a person",
};

function whyUnread(error: BackendError): string {
  return WORDS[error.kind] ?? reasons(error);
}

async function userInfo(token: string): Promise<Record<string, unknown>> {
  const { userinfo_endpoint: url } = await providerMetadata();
  if (!url) return {};
  const response = await get(url, "check whether this machine may reach userinfo", {
    Authorization: `Bearer ${token}`,
  });
  const claims: unknown = response.ok ? await response.json().catch(() => ({})) : {};
  return claims as Record<string, unknown>;
}
