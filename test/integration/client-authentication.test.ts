import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HostileWorld, heading } from "./support/hostile-world";
import type { Answer, Call, Json } from "./support/misbehaving-provider";

/** A secret with every character that form encoding changes. */
const SECRET = "a+b/c=d-e_f.g~h%20i:j==";
const REFUSED: Answer = {
  status: 401,
  headers: { "www-authenticate": 'Basic realm="token"' },
  json: { error: "invalid_client" },
};

let world: HostileWorld;

const start = async (methods: string[]) => {
  const discovery = (document: Json) => ({ ...document, token_endpoint_auth_methods_supported: methods });
  world = await HostileWorld.start({ OIDC_CLIENT_SECRET: SECRET }, { discovery });
};
const credentials = ({ headers }: Call) =>
  Buffer.from(headers.authorization?.replace(/^Basic /, "") ?? "", "base64").toString();
const tokenCalls = () => world.provider.callsTo("/token");

/** Returns the log since the test began. */
let logged: () => string;

/** Expects that nobody is signed in, and that page and log say why. */
async function expectRefused(): Promise<void> {
  const browser = world.browser();
  const page = await browser.get("/profile");
  expect(page.status).toBe(502);
  expect(heading(page)).toBe("Nie udało się zalogować");
  expect(page.text).toContain("System logowania nie rozpoznaje tego panelu");
  expect(page.text).not.toContain("nie odpowiada");
  // The log comes through a pipe, and may be later than the answer.
  await expect.poll(logged).toContain("The provider refused the client");
  expect(world.logs()).not.toContain(SECRET);
  expect(await browser.isSignedIn()).toBe(false);
}

describe("A provider that takes the secret as Basic credentials alone", () => {
  beforeAll(() => start(["client_secret_basic"]));
  afterAll(() => world?.close());

  it("A provider that doesn't decode credentials signs people in", async () => {
    world.provider.script.client = (call) => (credentials(call) === `panel:${SECRET}` ? undefined : REFUSED);
    await world.signedIn();
    expect(tokenCalls()).toHaveLength(2);
    await world.signedIn();
    expect(tokenCalls()).toHaveLength(3);
  });

  it("A secret that is refused is sent in both encodings before an error", async () => {
    logged = () => world.logs();
    world.provider.calls = [];
    world.provider.script.client = () => REFUSED;
    await expectRefused();
    expect(tokenCalls()).toHaveLength(2);
  });
});

describe("A provider that takes the secret in the body alone", () => {
  beforeAll(() => start(["client_secret_post"]));
  beforeEach(() => {
    const before = world.logs().length;
    logged = () => world.logs().slice(before);
    world.provider.calls = [];
    world.provider.script.client = undefined;
  });
  afterAll(() => world?.close());

  it.each<[string, Answer]>([
    ["401 with WWW-Authenticate and no body", { ...REFUSED, json: undefined }],
    ["400 invalid_client", { status: 400, json: { error: "invalid_client" } }],
    ["400 unauthorized_client", { status: 400, json: { error: "unauthorized_client" } }],
  ])("A client refused by %s has its own words on the page and in the log", async (_name, answer) => {
    world.provider.script.client = () => answer;
    await expectRefused();
    expect(tokenCalls()).toHaveLength(1);
  });

  it.each<[string, string, number, Json]>([
    ["an expired secret", "AADSTS7000222", 401, { error: "invalid_client" }],
    ["a dead grant", "AADSTS700082", 400, { error: "invalid_grant" }],
    ["what only Entra knows", "AADSTS9002313", 400, { error: "invalid_request" }],
  ])("Entra's number for %s is logged, and nothing else of what it says", async (_name, number, status, json) => {
    const error_description = `${number}: Of anna@example.pl. Trace ID: 0f2c`;
    world.provider.script.client = () => ({ status, json: { ...json, error_description } });
    await world.browser().get("/profile");
    await expect.poll(logged).toContain(`${json.error} ${number}`);
    expect(world.logs()).not.toMatch(/anna@example\.pl|Trace ID/);
  });
});
