const NOBODY = "http://127.0.0.1:1";

/**
 * A whole configuration of the app; nothing listens at its addresses. A unit test sets it before the
 * tested code reads the environment (`Object.assign(process.env, testEnv({ … }))`), and an
 * integration test passes it to a server.
 * @param changes variables that the test needs, such as a fake backend's address
 */
export function testEnv(changes: Record<string, string> = {}): Record<string, string> {
  return {
    APP_URL: "http://127.0.0.1:3000",
    OIDC_ISSUER: NOBODY,
    OIDC_CLIENT_ID: "panel",
    SELLERS_API_URL: NOBODY,
    PROFILE_API_URL: NOBODY,
    SESSION_SECRET: "a-secret-that-only-this-test-knows-0001",
    LOG_LEVEL: "silent",
    // No file can have this path: a test that needs a database calls `giveOwnDatabase`.
    DATABASE_URL: "file:/dev/null/panel.db",
    ...changes,
  };
}
