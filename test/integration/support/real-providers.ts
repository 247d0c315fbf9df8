import type { Answer, Json, Script } from "./misbehaving-provider";

/**
 * How a real provider differs from `MisbehavingProvider` with an empty script: what its public
 * discovery document says and leaves out, what its token endpoint adds, and how it refuses a dead
 * refresh token.
 */
export type RealProvider = {
  /** Variables that the app needs for this provider (docs/operations.md). */
  env?: Record<string, string>;
  discovery: (document: Json) => Json;
  /** Added to the token endpoint's answers; `undefined` values are left out. */
  tokens?: Json;
  claims?: (claims: Json) => Json;
  userinfo?: Script["userinfo"];
  /** `kept`: a renewal brings no new refresh token, and the old one stays valid. */
  refreshToken: "rotated" | "kept" | "none";
  deadRefreshToken?: Answer;
  /** The id with which the app calls the directory. */
  directoryId?: string;
  /** Whether the browser signs out at the provider, and comes back with our state. */
  signOut: "confirmed" | "unconfirmed" | "impossible";
};

const OID = "4f6d7c3e-9a01-4f0e-8d52-0a6f6e2b7c11";
const BOTH = ["client_secret_basic", "client_secret_post"];
const UNSAID = { authorization_response_iss_parameter_supported: undefined };
const elsewhere = (address: unknown) => String(address).replace("127.0.0.1", "localhost");
const refusal = (status: number, error_description: string, more: Json = {}): Answer => ({
  status,
  json: { error: "invalid_grant", error_description, ...more },
});

export const realProviders: Record<string, RealProvider> = {
  "Entra ID": {
    env: { OIDC_SUBJECT_CLAIM: "oid" },
    discovery: (d) => ({
      ...d,
      ...UNSAID,
      code_challenge_methods_supported: undefined,
      revocation_endpoint: undefined,
      token_endpoint_auth_methods_supported: ["client_secret_post", "private_key_jwt", "client_secret_basic"],
      response_modes_supported: ["query", "fragment", "form_post"],
      subject_types_supported: ["pairwise"],
      id_token_signing_alg_values_supported: ["RS256"],
      kerberos_endpoint: "https://login.microsoftonline.com/4f6d/kerberos",
      tenant_region_scope: "EU",
      cloud_instance_name: "microsoftonline.com",
      msgraph_host: "graph.microsoft.com",
    }),
    tokens: { ext_expires_in: 3599, scope: "api://panel/sellers openid profile email" },
    claims: (c) => ({ ...c, sub: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ", oid: OID, tid: "4f6d", ver: "2.0" }),
    // Entra's userinfo endpoint is Microsoft Graph's, which refuses a token for our own backend.
    userinfo: () => ({ status: 401, json: { error: { code: "InvalidAuthenticationToken" } } }),
    refreshToken: "rotated",
    deadRefreshToken: refusal(400, "AADSTS700082: The refresh token has expired due to inactivity.", {
      error_codes: [700082],
      suberror: "bad_token",
    }),
    directoryId: OID,
    signOut: "unconfirmed",
  },
  Cognito: {
    env: { OIDC_SCOPE: "openid profile email" },
    discovery: (d) => ({
      ...d,
      ...UNSAID,
      // Cognito's sign-in page (….amazoncognito.com) has another host than its issuer
      // (cognito-idp.….amazonaws.com).
      authorization_endpoint: elsewhere(d.authorization_endpoint),
      end_session_endpoint: elsewhere(d.end_session_endpoint),
      code_challenge_methods_supported: undefined,
      token_endpoint_auth_methods_supported: BOTH,
      scopes_supported: ["openid", "email", "phone", "profile"],
    }),
    refreshToken: "kept",
    deadRefreshToken: { status: 400, json: { error: "invalid_grant" } },
    signOut: "unconfirmed",
  },
  "AD FS": {
    discovery: (d) => ({
      ...d,
      ...UNSAID,
      code_challenge_methods_supported: undefined,
      revocation_endpoint: undefined,
      token_endpoint_auth_methods_supported: [...BOTH, "private_key_jwt", "windows_client_authentication"],
      access_token_issuer: "http://adfs.example/adfs/services/trust",
      microsoft_multi_refresh_token: true,
      capabilities: ["kdf_ver2"],
    }),
    tokens: { refresh_token_expires_in: 28799, resource: "urn:microsoft:userinfo", scope: "openid" },
    refreshToken: "kept",
    deadRefreshToken: refusal(400, "MSIS9615: The refresh token received in 'refresh_token' parameter has expired."),
    signOut: "confirmed",
  },
  Google: {
    env: { OIDC_SCOPE: "openid profile email" },
    discovery: (d) => ({
      ...d,
      ...UNSAID,
      end_session_endpoint: undefined,
      code_challenge_methods_supported: ["plain", "S256"],
      token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
    }),
    tokens: { scope: "openid https://www.googleapis.com/auth/userinfo.email" },
    refreshToken: "none",
    signOut: "impossible",
  },
  Keycloak: {
    discovery: (d) => ({
      ...d,
      code_challenge_methods_supported: ["plain", "S256"],
      token_endpoint_auth_methods_supported: ["private_key_jwt", ...BOTH, "tls_client_auth", "client_secret_jwt"],
      mtls_endpoint_aliases: { token_endpoint: d.token_endpoint },
    }),
    tokens: {
      refresh_expires_in: 0,
      "not-before-policy": 0,
      session_state: "a1",
      scope: "openid offline_access email",
    },
    refreshToken: "rotated",
    deadRefreshToken: refusal(400, "Token is not active"),
    signOut: "confirmed",
  },
  Okta: {
    discovery: (d) => ({ ...d, ...UNSAID, token_endpoint_auth_methods_supported: [...BOTH, "none"] }),
    tokens: { scope: "offline_access openid profile email" },
    refreshToken: "kept",
    deadRefreshToken: refusal(400, "The refresh token is invalid or expired."),
    signOut: "confirmed",
  },
  Auth0: {
    // Auth0's issuer ends in a slash, in the document and in every token.
    discovery: (d) => ({
      ...d,
      ...UNSAID,
      issuer: `${d.issuer}/`,
      code_challenge_methods_supported: ["S256", "plain"],
      token_endpoint_auth_methods_supported: [...BOTH, "private_key_jwt", "none"],
    }),
    claims: (c) => ({ ...c, iss: `${c.iss}/` }),
    tokens: { scope: "openid profile email offline_access" },
    refreshToken: "rotated",
    deadRefreshToken: refusal(403, "Unknown or invalid refresh token."),
    signOut: "confirmed",
  },
  Duende: {
    discovery: (d) => ({
      ...d,
      code_challenge_methods_supported: ["plain", "S256"],
      token_endpoint_auth_methods_supported: BOTH,
      pushed_authorization_request_endpoint: `${d.issuer}/connect/par`,
    }),
    tokens: { scope: "openid profile email offline_access" },
    refreshToken: "rotated",
    deadRefreshToken: { status: 400, json: { error: "invalid_grant" } },
    signOut: "confirmed",
  },
  Glewlwyd: {
    discovery: (d) => ({ ...d, ...UNSAID, token_endpoint_auth_methods_supported: BOTH }),
    refreshToken: "kept",
    deadRefreshToken: { status: 400 },
    signOut: "unconfirmed",
  },
  "LemonLDAP::NG": {
    discovery: (d) => ({ ...d, ...UNSAID, token_endpoint_auth_methods_supported: ["client_secret_post", ...BOTH] }),
    refreshToken: "kept",
    deadRefreshToken: { status: 400, json: { error: "invalid_request" } },
    signOut: "unconfirmed",
  },
  "a provider with nothing but the code flow": {
    discovery: (d) => ({
      ...d,
      ...UNSAID,
      code_challenge_methods_supported: undefined,
      end_session_endpoint: undefined,
      revocation_endpoint: undefined,
      userinfo_endpoint: undefined,
      backchannel_logout_supported: undefined,
    }),
    tokens: { expires_in: undefined, scope: undefined },
    refreshToken: "none",
    signOut: "impossible",
  },
};
