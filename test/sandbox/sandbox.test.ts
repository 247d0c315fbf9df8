import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { giveFolder } from "../support/own-folder";
import { callJson, RelyingParty } from "./relying-party";
import { accounts, type Sandbox, type StoredSeller, startSandbox } from "./sandbox";

/* Requests that the app never makes: only these tests would notice if the sandbox accepted them. */

const APP = "http://127.0.0.1:9";

const directory = giveFolder();
let sandbox: Sandbox;
let token: string;

beforeAll(async () => {
  sandbox = await startSandbox({ appUrl: APP });
  token = (await party().signIn(accounts.franchisee)).access_token;
});
afterAll(() => sandbox?.close());
beforeEach(() => {
  sandbox.control.reset();
  sandbox.control.config({ ignores: [] });
});

const party = () => new RelyingParty(sandbox, `${APP}/auth`);

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  callJson(method, `${sandbox.sellersUrl}${path}`, { authorization: `Bearer ${token}`, ...headers }, body);

it("A sign-in needs PKCE and a registered redirect URI", async () => {
  const rp = party();
  const plain = rp.authorizationUrl().url;
  plain.searchParams.delete("code_challenge");
  plain.searchParams.delete("code_challenge_method");
  expect((await rp.redirectOf(plain.href)).searchParams.get("error")).toBe("invalid_request");

  const { url } = rp.authorizationUrl({ redirect_uri: "https://evil.example/auth" });
  const elsewhere = await rp.browser.get(url.href, { follow: false });
  expect([elsewhere.status, elsewhere.location]).toEqual([400, ""]);
});

it("A refresh token rotates, and a second use ends the grant", async () => {
  const rp = party();
  const first = await rp.signIn(accounts.franchisee);
  const second = await (await rp.refresh(first.refresh_token as string)).json();
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect((await rp.refresh(first.refresh_token as string)).status).toBe(400);
  expect((await rp.refresh(second.refresh_token)).status).toBe(400);
});

const withToken = async (authorization?: string) => {
  const response = await fetch(`${sandbox.sellersUrl}/api/sellers`, {
    headers: authorization ? { authorization } : {},
  });
  return [response.status, response.headers.get("www-authenticate")];
};

it("A missing, forged, unsigned or expired token is refused", async () => {
  expect(await withToken()).toEqual([401, "Bearer"]);
  const refused = [401, 'Bearer error="invalid_token"'];
  const [, claims] = token.split(".");
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString("base64url");
  expect(await withToken(`Bearer ${none}.${claims}.`)).toEqual(refused);
  expect(await withToken(`Bearer ${token.slice(0, -8)}AAAAAAAA`)).toEqual(refused);
  const rp = party();
  const tokens = await rp.signIn(accounts.franchisee);
  expect((await withToken(`Bearer ${tokens.id_token}`))[0]).toBe(401);

  sandbox.control.expire();
  expect(await withToken(`Bearer ${tokens.access_token}`)).toEqual(refused);
  const renewed = await (await rp.refresh(tokens.refresh_token as string)).json();
  token = renewed.access_token;
  expect((await withToken(`Bearer ${token}`))[0]).toBe(200);
});

it("HTTP makes every call of the control, and refuses a misspelt one", async () => {
  const control = (name: string, ...given: unknown[]) =>
    callJson("POST", `${sandbox.controlUrl}/${name}`, {}, given).then(({ status, json }) => [status, json]);
  sandbox.control.clearRequests();
  const fault = { target: "sellers", path: { regex: "pageSize=7$" }, status: 429 };
  const [status, id] = await control("fault", fault);
  expect(status).toBe(200);
  expect((await call("GET", "/api/sellers?pageSize=7")).status).toBe(429);
  expect((await call("GET", "/api/sellers?pageSize=70")).status).toBe(200);
  const [, requests] = await control("requests", "sellers");
  expect(requests.map(({ query }: { query: unknown }) => query)).toEqual([{ pageSize: "7" }, { pageSize: "70" }]);
  expect(await control("clearFaults", id)).toEqual([200, null]);
  expect((await call("GET", "/api/sellers?pageSize=7")).status).toBe(200);
  expect(await control("config", { ignores: ["pageSize"] })).toEqual([200, null]);
  expect((await call("GET", "/api/sellers?pageSize=7")).json.sellers).toHaveLength(50);

  const misspelt = [
    control("fault", { ...fault, target: "selers" }),
    control("fault", { ...fault, staus: 500 }),
    control("config", { tokens: 5 }),
    control("down", "control"),
  ];
  expect((await Promise.all(misspelt)).map(([refused]) => refused)).toEqual([400, 400, 400, 400]);
  const unknown = await Promise.all([control("nothing"), control("endSession", "nikt")]);
  expect(unknown.map(([refused]) => refused)).toEqual([404, 404]);
});

it("Keys, sessions, tokens and sellers are kept from run to run", async () => {
  const first = await startSandbox({ appUrl: APP, directory });
  onTestFinished(() => first.close());
  const rp = new RelyingParty(first, `${APP}/auth`);
  const tokens = await rp.signIn(accounts.franchisee);
  const seller = first.control.sellers(accounts.listed.login)[0] as StoredSeller;
  first.control.changeSeller(seller.id, { displayName: "Zostaje" });
  first.control.giveSeller(seller.id, accounts.franchisee.login);
  await first.close();

  const ports = { provider: Number(new URL(first.issuer).port) };
  const second = await startSandbox({ appUrl: APP, directory, ports, sellers: { scoped: true } });
  onTestFinished(() => second.close());
  const again = new RelyingParty(second, `${APP}/auth`, rp.browser);
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const { json } = await callJson("GET", `${second.sellersUrl}/api/sellers/${seller.id}`, headers);
  expect(json.seller.displayName).toBe("Zostaje");
  expect((await again.refresh(tokens.refresh_token as string)).status).toBe(200);
  const { url } = again.authorizationUrl({ prompt: "none" });
  expect((await again.redirectOf(url.href)).searchParams.get("code")).toEqual(expect.any(String));
});
