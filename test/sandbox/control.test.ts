import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { RelyingParty } from "./relying-party";
import { accounts, type Sandbox, startSandbox } from "./sandbox";

vi.setConfig({ testTimeout: 30_000 });

const APP = "http://127.0.0.1:65001";

let sandbox: Sandbox;
let token: string;

beforeAll(async () => {
  sandbox = await startSandbox({ appUrl: APP });
  token = (await new RelyingParty(sandbox, `${APP}/auth`).signIn(accounts.franchisee)).access_token;
}, 60_000);
afterAll(() => sandbox?.close());
beforeEach(() => {
  sandbox.control.clearFaults();
  sandbox.control.clearRequests();
});

const authorized = (init: RequestInit = {}) => ({
  ...init,
  headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
});
const sellers = (path = "", init: RequestInit = {}) =>
  fetch(`${sandbox.sellersUrl}/api/sellers${path}`, authorized(init));
const control = (method: string, path: string, body?: unknown) =>
  fetch(`${sandbox.controlUrl}${path}`, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });

describe("Control over HTTP", () => {
  it("HTTP arms faults, shows requests and refuses what it doesn't know", async () => {
    const armed = await control("POST", "/faults", { target: "sellers", path: { regex: "pageSize=7$" }, status: 429 });
    expect(armed.status).toBe(201);
    expect((await sellers("?pageSize=7")).status).toBe(429);
    expect((await sellers("?pageSize=70")).status).toBe(200);
    const requests = await (await control("GET", "/requests?target=sellers")).json();
    expect(requests.map(({ query }: { query: unknown }) => query)).toEqual([{ pageSize: "7" }, { pageSize: "70" }]);
    expect((await control("DELETE", `/faults?id=${(await armed.json()).id}`)).status).toBe(204);
    expect((await sellers("?pageSize=7")).status).toBe(200);
    expect((await control("DELETE", "/requests")).status).toBe(204);
    expect(await (await control("GET", "/requests")).json()).toEqual([]);

    expect((await control("POST", "/faults", { target: "selers", status: 500 })).status).toBe(400);
    expect((await control("POST", "/faults", { target: "sellers", staus: 500 })).status).toBe(400);
    expect((await control("POST", "/nothing", {})).status).toBe(404);
    expect((await control("POST", "/end-session", { login: "nikt" })).status).toBe(404);
  });

  it("Tokens, sessions and rules are changed over HTTP", async () => {
    const warnings = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await new RelyingParty(sandbox, `${APP}/auth`).signIn(accounts.listed);
    expect(await (await control("POST", "/end-session", { login: accounts.listed.login })).json()).toEqual({
      sessions: 1,
    });
    // There is no app at the other end to be told.
    expect(warnings).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("Back-channel logout was not delivered"));
    warnings.mockRestore();
    await control("POST", "/config", { mode: "list", accessTokenSeconds: 5 });
    expect(await (await sellers()).json()).toHaveLength(320);
    await control("POST", "/config", { mode: "paged" });
    await control("POST", "/expire");
    expect((await sellers()).status).toBe(401);
    const fresh = await new RelyingParty(sandbox, `${APP}/auth`).signIn(accounts.franchisee);
    expect(fresh.expires_in).toBe(5);
    await control("POST", "/config", { accessTokenSeconds: 3600 });
    token = (await new RelyingParty(sandbox, `${APP}/auth`).signIn(accounts.franchisee)).access_token;
    expect((await sellers()).status).toBe(200);
  });
});

it("Keys, sessions, tokens and sellers are kept from run to run", async () => {
  const directory = await mkdtemp(join(tmpdir(), "sandbox-kept-"));
  try {
    const first = await startSandbox({ appUrl: APP, directory });
    const port = Number(new URL(first.issuer).port);
    const rp = new RelyingParty(first, `${APP}/auth`);
    const tokens = await rp.signIn(accounts.franchisee);
    const id = first.control.sellers()[0]?.id as string;
    first.control.changeSeller(id, { displayName: "Zostaje" });
    await first.close();

    const second = await startSandbox({ appUrl: APP, directory, ports: { provider: port } });
    try {
      const again = new RelyingParty(second, `${APP}/auth`, rp.visitor);
      const read = await fetch(`${second.sellersUrl}/api/sellers/${id}`, {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      });
      expect((await read.json()).seller.displayName).toBe("Zostaje");
      expect((await again.refresh(tokens.refresh_token as string)).status).toBe(200);
      const { url } = again.authorizationUrl({ prompt: "none" });
      const back = (await again.visitor.follow(url, (next) => next.origin === second.issuer)).url;
      expect(back.searchParams.get("code")).toEqual(expect.any(String));
    } finally {
      await second.close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}, 60_000);
