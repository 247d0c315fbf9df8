import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../scripts/lib/process.mjs";
import { RelyingParty } from "../sandbox/relying-party";
import { type Fault, type Sandbox, startSandbox } from "../sandbox/sandbox";
import { runCommand } from "../support/built-command";
import { giveFolder } from "../support/own-folder";
import { createDatabase, startPostgres } from "../support/postgres";

const SECRET = "a-doctor-test-secret-that-is-never-shown";

const folder = giveFolder();
let sandbox: Sandbox;
let env: Record<string, string>;

beforeAll(async () => {
  sandbox = await startSandbox({ appUrl: "http://127.0.0.1:3000" });
  env = {
    ...sandbox.env,
    APP_URL: "http://127.0.0.1:3000",
    SESSION_SECRET: SECRET,
    DATABASE_URL: `file:${join(folder, "panel.db")}`,
  };
});
afterEach(() => sandbox.control.clearFaults());
afterAll(() => sandbox.close());

/** @returns the doctor's exit code and its findings by name */
async function doctor(variables: Record<string, string>, args: string[] = []) {
  const { code, stdout, stderr } = await runCommand("doctor", args, variables);
  const said = stdout + stderr;
  return { code, said, of: (name: string) => said.split("\n").find((line) => line.slice(6).startsWith(`${name}:`)) };
}

/** An address where nothing listens. */
const nobody = async () => `http://127.0.0.1:${await freePort()}`;

test("The doctor finds nothing wrong with a world that works", async () => {
  const { code, said } = await doctor(env);
  expect(said.match(/^ok /gm)).toHaveLength(13);
  expect(said).not.toContain("FAIL");
  // It is looked at before the first start; later this says that the volume is another one.
  expect(said.match(/^warn.*$/gm)).toEqual([expect.stringContaining("is new and empty")]);
  expect(code).toBe(0);
  // A file of root's, who ran the doctor, would keep the server's user out.
  expect(readdirSync(folder)).toEqual([]);
});

test("The doctor names an option that it doesn't know, and shows no token", async () => {
  const { code, stderr } = await runCommand("doctor", ["--tokn"], {});
  expect([code, stderr]).toEqual([2, expect.stringContaining("--tokn")]);
  const nameless = await runCommand("doctor", ["secret"], {});
  expect([nameless.code, nameless.stderr.trim()]).toEqual([2, "doctor [--token-file FILE | --token TOKEN]"]);
  const missing = await runCommand("doctor", ["--token-file", join(folder, "none")], {});
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("ENOENT")]);
});

test("The doctor names every bad variable and shows no value", async () => {
  const { code, said } = await doctor({
    ...env,
    APP_URL: "http://panel.example",
    SESSION_SECRET: "short-and-secret",
  });
  expect(said).toMatch(/FAIL {2}configuration: APP_URL must be https/);
  expect(said).toMatch(/FAIL {2}configuration: SESSION_SECRET each part needs/);
  expect(said).not.toContain("short-and-secret");
  expect(code).toBe(1);
});

test("The doctor tells a provider of another name from one that is away", async () => {
  const other = await doctor({ ...env, OIDC_ISSUER: `${env.OIDC_ISSUER}/tenant` });
  expect(other.of("provider")).toMatch(/^FAIL/);
  expect(other.code).toBe(1);
  const gone = await doctor({ ...env, OIDC_ISSUER: await nobody() });
  expect(gone.of("provider")).toMatch(/^FAIL.*ECONNREFUSED.*check OIDC_ISSUER/);
  expect(gone.of("sellers backend")).toMatch(/^ok .*401/);
});

test("The doctor tells a client that is refused from one that is taken", async () => {
  expect((await doctor(env)).of("client credentials")).toMatch(/^ok .*: accepted$/);
  const { code, said, of } = await doctor({ ...env, OIDC_CLIENT_SECRET: "not-the-secret-of-this-client" });
  expect(of("client credentials")).toMatch(/^FAIL.*refused \(401 invalid_client\).*OIDC_CLIENT_AUTH/);
  expect(said).not.toContain("not-the-secret");
  expect(code).toBe(1);
  expect((await doctor({ ...env, OIDC_CLIENT_AUTH: "post" })).of("client credentials")).toMatch(/^FAIL.*refused/);
});

test("The doctor finds a redirect URI that the provider doesn't know", async () => {
  expect((await doctor(env)).of("redirect URI /auth/silent-renew")).toMatch(/^ok .*known/);
  const { of } = await doctor({ ...env, APP_URL: "http://127.0.0.1:3999" });
  expect(of("redirect URI /auth")).toMatch(/^FAIL.*refused \(400\).*http:\/\/127\.0\.0\.1:3999\/auth/);
});

async function discovery(changes: Record<string, string[] | undefined>): Promise<Fault> {
  const document = (await (await fetch(`${env.OIDC_ISSUER}/.well-known/openid-configuration`)).json()) as object;
  const body = { ...document, ...changes };
  return { target: "provider", path: "openid-configuration", status: 200, body };
}
const anHourAgo = () => ({ date: new Date(Date.now() - 3_600_000).toUTCString() });
const elsewhere = { location: "http://127.0.0.1:9/login" };

test.each<[what: string, fault: () => Fault | Promise<Fault>, finding: string, said: RegExp]>([
  [
    "a document without S256",
    () => discovery({ code_challenge_methods_supported: ["plain"] }),
    "provider",
    /^FAIL.*S256/,
  ],
  [
    "a document without challenge methods",
    () => discovery({ code_challenge_methods_supported: undefined }),
    "challenge method",
    /^ok .*S256 is sent/,
  ],
  [
    "a provider without refresh tokens",
    () => discovery({ scopes_supported: ["openid", "profile"] }),
    "refresh tokens",
    /^ok .*not offered/,
  ],
  [
    "a provider that signs only with a shared secret",
    () => discovery({ id_token_signing_alg_values_supported: ["HS256", "none"] }),
    "signature of ID tokens",
    /^FAIL.*only with HS256, none, which the panel refuses; set the ID token's signature algorithm to RS256/,
  ],
  [
    "a clock that is wrong",
    () => ({ target: "provider", path: "jwks", status: 200, headers: anHourAgo(), body: { keys: [{}] } }),
    "clock",
    /^FAIL.*3[56]\d\d s from the provider's/,
  ],
  ["a backend that is away", () => ({ target: "sellers", status: 503 }), "sellers backend", /^FAIL.*503/],
  [
    "an address that holds no sellers",
    () => ({ target: "sellers", status: 404 }),
    "sellers backend",
    /^FAIL.*404.*SELLERS_API_URL/,
  ],
  [
    "a backend that redirects",
    () => ({ target: "sellers", status: 302, headers: elsewhere }),
    "sellers backend",
    /^FAIL.*redirects/,
  ],
  ["a directory out of order", () => ({ target: "profile", status: 503 }), "directory", /^FAIL.*503/],
])("The doctor tells of %s", async (_what, fault, finding, said) => {
  sandbox.control.fault(await fault());
  expect((await doctor(env)).of(finding)).toMatch(said);
});

test.each<[what: string, variables: Record<string, string>, said: RegExp]>([
  ["a wrong SELLERS_TOTAL_KEY", { SELLERS_TOTAL_KEY: "count" }, /^FAIL.*list: .*SELLERS_TOTAL_KEY/],
  ["a wrong SELLERS_LIST_KEY", { SELLERS_LIST_KEY: "items" }, /^FAIL.*list: .*SELLERS_LIST_KEY/],
  [
    "a wrong name of a parameter",
    { SELLERS_PARAMS: "pageSize=limit" },
    /^FAIL.*list: it answers 400: .*SELLERS_PARAMS/,
  ],
  ["another notation of sorting", { SELLERS_SORT: "comma" }, /^FAIL.*sorting: it answers 400: .*SELLERS_SORT/],
  ["a list without pages", { SELLERS_PARAMS: "page=,pageSize=" }, /^FAIL.*list: .*SELLERS_PARAMS=page=NAME/],
  [
    "too long a SELLERS_PAGE_MAX",
    { SELLERS_PAGE_MAX: "2000" },
    /^FAIL.*pages of 2000: it answers 400: .*SELLERS_PAGE_MAX/,
  ],
])("The doctor fails by %s", async (_what, variables, said) => {
  const tokens = await new RelyingParty(sandbox, `${env.APP_URL}/auth`).signIn(sandbox.accounts.franchisee);
  const { code, of } = await doctor({ ...env, ...variables }, ["--token", tokens.access_token]);
  expect([code, of("sellers contract")]).toEqual([1, expect.stringMatching(said)]);
});

test("The doctor says that OIDC_PROMPT=off spares a second sign-in", async () => {
  sandbox.control.fault(await discovery({ grant_types_supported: ["authorization_code"] }));
  const advice = /^warn {2}refresh tokens: grant_types_supported has no refresh_token: set OIDC_PROMPT=off/m;
  expect((await doctor(env)).said).toMatch(advice);
  expect((await doctor({ ...env, OIDC_PROMPT: "off" })).said).not.toMatch(advice);
});

test("A database that can't be used is found, and its password stays secret", async () => {
  await writeFile(join(folder, "file"), "");
  const inFile = await doctor({ ...env, DATABASE_URL: `file:${join(folder, "file", "panel.db")}` });
  expect(inFile.of("database")).toMatch(/^FAIL.*ENOTDIR.*DATABASE_URL/);
  await writeFile(join(folder, "text.db"), "no database ".repeat(1_000));
  const text = await doctor({ ...env, DATABASE_URL: `file:${join(folder, "text.db")}` });
  expect(text.of("database")).toMatch(/^FAIL.*not a database.*DATABASE_URL/);
  // As root, whom no folder's mode keeps out, /proc is a folder that takes no file.
  const refused = await doctor({ ...env, DATABASE_URL: "file:/proc/panel/panel.db" });
  expect(refused.of("database")).toMatch(/^FAIL.*mkdtemp.*DATABASE_URL/);
  const { said, of } = await doctor({ ...env, DATABASE_URL: "postgres://panel:hunter2@127.0.0.1:9/panel" });
  expect(of("database")).toMatch(/^FAIL.*ECONNREFUSED.*DATABASE_URL/);
  expect(said).not.toContain("hunter2");
});

test("A file that is almost at DATABASE_MAX_MB is told", async () => {
  const path = join(folder, "full.db");
  const file = new DatabaseSync(path);
  file.exec("create table filler (text text)");
  for (let n = 0; n < 15; n += 1) file.prepare("insert into filler values (?)").run("x".repeat(1_000_000));
  file.close();
  const { said } = await doctor({ ...env, DATABASE_URL: `file:${path}`, DATABASE_MAX_MB: "16" });
  expect(said).toMatch(
    /^ok {4}database: .* MB free\n(?:warn .*\n)?warn {2}database: 9\d % of DATABASE_MAX_MB are used/m,
  );
});

test("A PostgreSQL server is named, with what it lacks", async () => {
  const server = await startPostgres(() => ({ max_connections: "25" }));
  onTestFinished(() => server.remove());
  const url = await createDatabase(server.port);
  const { code, said } = await doctor({ ...env, DATABASE_URL: url });
  expect(said).toMatch(/^ok {4}database: PostgreSQL \d+\.\d+.* at 127\.0\.0\.1:\d+, without TLS$/m);
  expect(said).toMatch(/^warn {2}database: max_connections is 25; .* up to 40$/m);
  expect(said).toMatch(/^warn {2}database: it is new and empty/m);
  expect(code).toBe(0);
  const readOnly = await doctor({ ...env, DATABASE_URL: `${url}?options=-c%20default_transaction_read_only%3Don` });
  expect(readOnly.of("database")).toMatch(/^FAIL.*read-only transaction/);
});
