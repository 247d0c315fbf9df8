const NOBODY = "http://127.0.0.1:1";

/**
 * A whole configuration of the app, at whose addresses nothing listens. A unit test gives it to its
 * own process before the code under test first asks (`Object.assign(process.env, testEnv({ … }))`);
 * an integration test hands it to a server.
 * @param changes what this test is about: the address of a fake backend, a short deadline
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
    // Nothing can be there: a test that needs a database takes one of its own.
    DATABASE_URL: "file:/dev/null/panel.db",
    ...changes,
  };
}
