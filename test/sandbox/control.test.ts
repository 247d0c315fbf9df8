import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { RelyingParty } from "./relying-party";
import { accounts, type Fault, type Sandbox, type StoredSeller, startSandbox } from "./sandbox";

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
const profile = (path = "") =>
  fetch(`${sandbox.profileUrl}/api/DirectoryObject/${accounts.franchisee.sub}${path}`, authorized());
const control = (method: string, path: string, body?: unknown) =>
  fetch(`${sandbox.controlUrl}${path}`, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });

describe("Faults", () => {
  const sellersFault = (fault: Omit<Fault, "target">) => sandbox.control.fault({ target: "sellers", ...fault });

  it("A fault gives a status and a body for so many requests", async () => {
    sellersFault({ method: "POST", path: "/api/sellers", status: 409, body: { title: "Zajęte" }, times: 1 });
    expect((await sellers()).status).toBe(200);
    const refused = await sellers("", { method: "POST", body: '{"displayName":"A"}' });
    expect([refused.status, await refused.json()]).toEqual([409, { title: "Zajęte" }]);
    expect((await sellers("", { method: "POST", body: "{}" })).status).toBe(400);
    expect(sandbox.control.requests("sellers").map(({ body }) => body)).toEqual([undefined, { displayName: "A" }, {}]);
  });

  it("Faults match paths in the order in which they were armed", async () => {
    const id = sellersFault({ path: /\/sellers\/[^/]+$/, status: 500 });
    sellersFault({ status: 503 });
    expect((await sellers("/x")).status).toBe(500);
    expect((await sellers()).status).toBe(503);
    sandbox.control.clearFaults(id);
    expect((await sellers("/x")).status).toBe(503);
    sandbox.control.clearFaults();
    expect((await sellers()).status).toBe(200);
  });

  it("A fault can delay a true answer", async () => {
    sellersFault({ delayMs: 150 });
    const started = performance.now();
    expect((await sellers()).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(140);
  });

  it("A fault can leave a request unanswered", async () => {
    sellersFault({ hang: true });
    await expect(
      fetch(`${sandbox.sellersUrl}/api/sellers`, { signal: AbortSignal.timeout(300), ...authorized() }),
    ).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("A fault can cut the true answer in half", async () => {
    const whole = await (await sellers()).text();
    sellersFault({ cut: true });
    const response = await sellers();
    expect([response.status, Number(response.headers.get("content-length"))]).toEqual([200, Buffer.byteLength(whole)]);
    let received = 0;
    const reader = response.body?.getReader();
    const readAll = async () => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        received += part.value.length;
    };
    await expect(readAll()).rejects.toThrow();
    expect(received).toBeLessThanOrEqual(Buffer.byteLength(whole) / 2);
  });

  it("A fault can send HTML, redirect, stream a lot or hang up", async () => {
    sellersFault({ html: true, times: 1 });
    sellersFault({ redirect: "http://127.0.0.1:9/elsewhere", times: 1 });
    sellersFault({ huge: 5_000_000, times: 1 });
    sellersFault({ drop: true, times: 1 });
    expect((await sellers()).headers.get("content-type")).toContain("text/html");
    const redirected = await sellers("", { redirect: "manual" });
    expect([redirected.status, redirected.headers.get("location")]).toEqual([302, "http://127.0.0.1:9/elsewhere"]);
    expect((await (await sellers()).arrayBuffer()).byteLength).toBeGreaterThanOrEqual(5_000_000);
    await expect(sellers()).rejects.toThrow("fetch failed");
    expect((await sellers()).status).toBe(200);
  });

  it("A fault can lose the answer to a write that was done", async () => {
    sellersFault({ method: "POST", loseAnswer: true });
    const body = JSON.stringify({ displayName: "Zgubiona", email: "zgubiona@example.pl", mpk: "1" });
    await expect(sellers("", { method: "POST", body })).rejects.toThrow("fetch failed");
    expect(sandbox.control.sellers().some(({ displayName }) => displayName === "Zgubiona")).toBe(true);
    sandbox.control.clearFaults();
    sellersFault({ method: "POST", loseAnswer: true, status: 504 });
    const answer = await sellers("", { method: "POST", body: body.replaceAll("gubiona", "gubiona2") });
    expect([answer.status, await answer.text()]).toEqual([504, ""]);
    expect(sandbox.control.sellers().some(({ displayName }) => displayName === "Zgubiona2")).toBe(true);
    sandbox.control.reset();
  });

  it("A fault can reach the provider and spares the sandbox's own calls", async () => {
    const rp = new RelyingParty(sandbox, `${APP}/auth`);
    const tokens = await rp.signIn(accounts.franchisee);
    sandbox.control.clearRequests();
    sandbox.control.fault({ target: "provider", path: "/token", loseAnswer: true, times: 1 });
    await expect(rp.refresh(tokens.refresh_token as string)).rejects.toThrow("fetch failed");
    const [request] = sandbox.control.requests("provider");
    expect(request).toMatchObject({ method: "POST", path: "/token", body: { grant_type: "refresh_token" } });
    // The lost answer had used the refresh token up.
    expect((await rp.refresh(tokens.refresh_token as string)).status).toBe(400);
    expect((await sellers()).status).toBe(200);
    expect(sandbox.control.requests("provider").map(({ path }) => path)).toEqual(["/token", "/token"]);
  });

  it("A fault tells the picture from the profile", async () => {
    sandbox.control.fault({ target: "image", status: 500 });
    expect([(await profile()).status, (await profile("/image")).status]).toEqual([200, 500]);
    sandbox.control.clearFaults();
    sandbox.control.fault({ target: "profile", status: 503 });
    expect([(await profile()).status, (await profile("/image")).status]).toEqual([503, 200]);
  });
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
    expect((await control("POST", "/revoke", { login: "nikt" })).status).toBe(404);
  });

  it("A seller is changed behind the app's back and put back", async () => {
    const [first] = (await (await control("GET", "/sellers")).json()) as StoredSeller[];
    const change = { displayName: "Zmieniona", mpk: "0001" };
    expect(await (await control("PUT", `/sellers/${first?.id}`, change)).json()).toEqual({ ...first, ...change });
    expect((await (await sellers(`/${first?.id}`)).json()).seller.displayName).toBe("Zmieniona");
    await control("POST", "/reset");
    expect((await (await sellers(`/${first?.id}`)).json()).seller).toEqual(first);
  });

  it("A server is stopped and started again where it was", async () => {
    expect((await sellers()).status).toBe(200);
    sandbox.control.fault({ target: "sellers", hang: true, times: 1 });
    const inFlight = expect(sellers()).rejects.toThrow("fetch failed");
    await expect.poll(() => sandbox.control.requests("sellers").length, { timeout: 10_000 }).toBe(2);
    await control("POST", "/down", { target: "sellers" });
    await inFlight;
    await expect(sellers()).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
    expect((await profile()).status).toBe(200);
    await control("POST", "/up", { target: "sellers" });
    expect((await sellers()).status).toBe(200);
  });

  it("Tokens, sessions, grants and rules are changed over HTTP", async () => {
    const warnings = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const rp = new RelyingParty(sandbox, `${APP}/auth`);
    const tokens = await rp.signIn(accounts.listed);
    expect(await (await control("POST", "/end-session", { login: accounts.listed.login })).json()).toEqual({
      sessions: 1,
    });
    // There is no app at the other end to be told.
    expect(warnings).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("Back-channel logout was not delivered"));
    warnings.mockRestore();
    expect(await (await control("POST", "/revoke", { login: accounts.listed.login })).json()).toEqual({ grants: 1 });
    expect((await rp.refresh(tokens.refresh_token as string)).status).toBe(400);
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
