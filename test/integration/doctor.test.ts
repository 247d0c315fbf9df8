import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../scripts/lib/process.mjs";
import type { Account } from "../sandbox/accounts";
import { RelyingParty } from "../sandbox/relying-party";
import { type Fault, type Sandbox, startSandbox } from "../sandbox/sandbox";
import { runCommand } from "../support/built-command";
import { listen } from "../support/listen";
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
  // Right before the first start; after it this would mean that the volume was exchanged.
  expect(said.match(/^warn.*$/gm)).toEqual([expect.stringContaining("is new and empty")]);
  expect(code).toBe(0);
  // If root ran the doctor, a file of its own would keep the server's user out.
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

test("The doctor checks LOG_LEVEL as the start does", async () => {
  const { code, said } = await doctor({ ...env, LOG_LEVEL: "verbose" });
  expect([code, said]).toEqual([1, expect.stringMatching(/^FAIL {2}configuration: LOG_LEVEL must be fatal, error,/)]);
});

test("The doctor warns of a variable that looks like ours and isn't", async () => {
  const { code, said } = await doctor({ ...env, SESSION_IDLE_MINUTE: "5", SELLERS_SERVICE_HOST: "10.0.0.1" });
  expect(said.match(/^warn {2}configuration.*$/gm)).toEqual([
    "warn  configuration: SESSION_IDLE_MINUTE is no variable of the panel, and has no effect",
  ]);
  expect(code).toBe(0);
});

test("The doctor names the issuer that it expected and found, in one FAIL", async () => {
  sandbox.control.fault(await discovery({ issuer: "https://login.example/other" }));
  const { code, said, of } = await doctor(env);
  expect(of("provider")).toContain(`expected ${env.OIDC_ISSUER}/, found https://login.example/other`);
  expect(said.match(/^FAIL/gm)).toHaveLength(1);
  expect(said).toContain("skip  the rest of the provider");
  expect(code).toBe(1);
});

test("The doctor names a certificate that isn't trusted, and what helps", async () => {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const made = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  execFileSync("openssl", ["req", ...made, "-keyout", key, "-out", cert, "-subj", "/CN=The company"], {
    stdio: "ignore",
  });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) });
  onTestFinished(() => void server.close());
  const issuer = `https://127.0.0.1:${await listen(server)}`;
  const { code, of } = await doctor({ ...env, OIDC_ISSUER: issuer });
  expect(of("provider")).toMatch(
    /^FAIL.*the certificate The company, issued by The company until .*, of 127\.0\.0\.1:\d+ isn't accepted \(DEPTH_ZERO_SELF_SIGNED_CERT\); .*NODE_EXTRA_CA_CERTS, in the environment of the process/,
  );
  expect(code).toBe(1);
});

test("The doctor tells a provider of another name from one that is away", async () => {
  const other = await doctor({ ...env, OIDC_ISSUER: `${env.OIDC_ISSUER}/tenant` });
  expect(other.of("provider")).toMatch(
    new RegExp(`^FAIL.*answers 404.* at ${env.OIDC_ISSUER}/tenant/\\.well-known/openid-configuration`),
  );
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

async function discovery(changes: Record<string, string | string[] | undefined>): Promise<Fault> {
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
    /^FAIL.*answers 302 to http:\/\/127\.0\.0\.1:9\/login .*SELLERS_API_URL must be the final address/,
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
  const token = await tokenOf(sandbox.accounts.franchisee);
  const { code, of } = await doctor({ ...env, ...variables }, ["--token", token]);
  expect([code, of("sellers contract")]).toEqual([1, expect.stringMatching(said)]);
});

test("The doctor says that OIDC_PROMPT=off spares a second sign-in", async () => {
  sandbox.control.fault(await discovery({ grant_types_supported: ["authorization_code"] }));
  const advice = /^warn {2}refresh tokens: grant_types_supported has no refresh_token: set OIDC_PROMPT=off/m;
  expect((await doctor(env)).said).toMatch(advice);
  expect((await doctor({ ...env, OIDC_PROMPT: "off" })).said).not.toMatch(advice);
});

test("The doctor says that a token is needed to try the directory", async () => {
  expect((await doctor(env)).said).toContain("skip  directory entry and sellers contract: they need --token");
});

const tokenOf = async (account: Account) =>
  (await new RelyingParty(sandbox, `${env.APP_URL}/auth`).signIn(account)).access_token;

test("The doctor looks the token's person up in the directory", async () => {
  const { said, of, code } = await doctor(env, ["--token", await tokenOf(sandbox.accounts.franchisee)]);
  expect(of("token")).toMatch(/^ok .*valid until 20/);
  expect(of("directory entry")).toMatch(/^ok .*found, with the role$/);
  expect(of("sellers contract")).toMatch(/^ok/);
  expect([said.includes(sandbox.accounts.franchisee.sub), code]).toEqual([false, 0]);
});

test.each<[what: string, change: () => Record<string, string>, fault: Fault | undefined, said: RegExp]>([
  [
    "a claim that isn't there",
    () => ({ OIDC_SUBJECT_CLAIM: "oid" }),
    undefined,
    /neither the token nor userinfo has oid/,
  ],
  [
    "backends that are swapped",
    () => ({ PROFILE_API_URL: sandbox.sellersUrl, SELLERS_API_URL: sandbox.profileUrl }),
    undefined,
    /knows nobody by the token's sub; .*PROFILE_API_URL and SELLERS_API_URL aren't swapped/,
  ],
  [
    "a person without the role",
    () => ({}),
    { target: "profile", body: { Value: { directoryObject: { jobTitle: "KSIĘGOWA" } } } },
    /found, but its job title has no FRANCZYZOBIORCA/,
  ],
  ["a page", () => ({}), { target: "profile", html: true }, /answers no JSON of a person; check PROFILE_API_URL/],
  [
    "a redirect",
    () => ({}),
    { target: "profile", status: 302, headers: elsewhere },
    /redirects: PROFILE_API_URL must be the final address/,
  ],
  ["a token that is refused", () => ({}), { target: "profile", status: 401 }, /refuses the token \(401\).*audience/],
])("With a token the doctor tells of %s in the directory", async (_what, change, fault, said) => {
  const token = await tokenOf(sandbox.accounts.franchisee);
  if (fault) sandbox.control.fault(fault);
  const { code, of } = await doctor({ ...env, ...change() }, ["--token", token]);
  expect(of("directory entry")).toMatch(said);
  expect(of("directory entry")).toMatch(/^FAIL/);
  expect(code).toBe(1);
});

test("The doctor knows an expired token, and tries nothing with it", async () => {
  const claims = Buffer.from(JSON.stringify({ sub: "u-1", exp: 1_700_000_000 })).toString("base64url");
  const { code, said, of } = await doctor(env, ["--token", `e30.${claims}.c2ln`]);
  expect(of("token")).toMatch(/^FAIL.*expired at 2023-11-14T22:13:20.000Z; get a new one/);
  expect(said).not.toContain("sellers contract");
  expect(code).toBe(1);
});

test("A database that can't be used is found, and its password stays secret", async () => {
  await writeFile(join(folder, "file"), "");
  const inFile = await doctor({ ...env, DATABASE_URL: `file:${join(folder, "file", "panel.db")}` });
  expect(inFile.of("database")).toMatch(/^FAIL.*ENOTDIR.*DATABASE_URL/);
  await writeFile(join(folder, "text.db"), "no database ".repeat(1_000));
  const text = await doctor({ ...env, DATABASE_URL: `file:${join(folder, "text.db")}` });
  expect(text.of("database")).toMatch(/^FAIL.*not a database.*DATABASE_URL/);
  // /proc takes no files, not even root's, whom no other folder refuses.
  const refused = await doctor({ ...env, DATABASE_URL: "file:/proc/panel/panel.db" });
  expect(refused.of("database")).toMatch(/^FAIL.*mkdtemp.*DATABASE_URL/);
  const { said, of } = await doctor({ ...env, DATABASE_URL: "postgres://panel:hunter2@127.0.0.1:9/panel" });
  expect(of("database")).toMatch(/^FAIL.*ECONNREFUSED.*DATABASE_URL/);
  expect(said).not.toContain("hunter2");
});

test("The doctor warns of a file that is almost at DATABASE_MAX_MB", async () => {
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
