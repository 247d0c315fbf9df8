import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { giveFolder } from "../../test/support/own-folder";
import { ConfigurationError, readEnv, unknownVariables } from "./env";
import { Secret } from "./env-fields";

const good = {
  NODE_ENV: "production",
  APP_URL: "https://panel.example.pl",
  OIDC_ISSUER: "https://login.example.pl/realm/",
  OIDC_CLIENT_ID: "panel",
  SELLERS_API_URL: "https://api.example.pl/v1/",
  PROFILE_API_URL: "https://profile.example.pl",
  SESSION_SECRET: "a-perfectly-random-secret-of-40-letters!",
};

function problems(change: Record<string, string | undefined>): string[] {
  try {
    readEnv({ ...good, ...change });
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
}

test("A blank variable has its default, and an address no last slash", () => {
  const env = readEnv({ ...good, DATABASE_URL: "", SESSION_IDLE_MINUTES: "", PROFILE_TTL_SECONDS: "  ", HOST: " " });
  expect(env.DATABASE_URL.reveal()).toBe("file:./data/panel.db");
  expect(env).toMatchObject({ SESSION_IDLE_MINUTES: 480, PROFILE_TTL_SECONDS: 60, HOST: undefined });
  expect(env.SELLERS_API_URL).toBe("https://api.example.pl/v1");
});

const agreed = { search: "search", accountEnabled: "accountEnabled", sort: "sort", page: "page", pageSize: "pageSize" };

test.each([
  [undefined, {}],
  ["  ", {}],
  ["search=q", { search: "q" }],
  [" search = q , page=pageNumber,", { search: "q", page: "pageNumber" }],
  ["search=,accountEnabled= ", { search: "", accountEnabled: "" }],
  ["search=$search,sort=$orderby,pageSize=page[size]", { search: "$search", sort: "$orderby", pageSize: "page[size]" }],
  ["page=,pageSize=", { page: "", pageSize: "" }],
])("The list's parameters %j keep what isn't named, and may be empty", (text, names) => {
  expect(readEnv({ ...good, SELLERS_PARAMS: text }).SELLERS_PARAMS).toEqual({
    params: { ...agreed, ...names },
    paging: "number",
    directionParam: "",
  });
});

test("A page may be an offset, and the direction of an order a parameter", () => {
  expect(readEnv({ ...good, SELLERS_PARAMS: "page=_start:offset,sort=_sort:_order" }).SELLERS_PARAMS).toEqual({
    params: { ...agreed, page: "_start", sort: "_sort" },
    paging: "offset",
    directionParam: "_order",
  });
});

test.each([
  ["query=q", "knows only search, accountEnabled, sort, page, pageSize"],
  ["search", "must hold search=NAME, or search= where the backend has no such parameter"],
  ["search=q=r", "must hold search=NAME, or search= where the backend has no such parameter"],
  ["search=a b", "must hold search=NAME, or search= where the backend has no such parameter"],
  ["search=q,search=r", "names search twice"],
  ["search=q,sort=q", "gives two parameters the same name"],
  ["search=page", "gives two parameters the same name"],
  ["sort=_sort:search", "gives two parameters the same name"],
  ["page=_start:offset,pageSize=", "needs a name for pageSize beside page=NAME:offset"],
  ["page=_start:0", "may have a colon only as in page=NAME:offset and sort=NAME:DIRECTION"],
  ["page=:offset", "may have a colon only as in page=NAME:offset and sort=NAME:DIRECTION"],
  ["search=q:offset", "may have a colon only as in page=NAME:offset and sort=NAME:DIRECTION"],
  ["sort=a:b:c", "may have a colon only as in page=NAME:offset and sort=NAME:DIRECTION"],
  ["constructor=x", "knows only search, accountEnabled, sort, page, pageSize"],
])("The list's parameters %j are refused", (text, reason) => {
  expect(problems({ SELLERS_PARAMS: text })).toEqual([`SELLERS_PARAMS ${reason}`]);
});

test("The paths of a list's response may be named or empty", () => {
  const keys = (change: object) => {
    const { SELLERS_FIRST_PAGE, SELLERS_SORT, SELLERS_LIST_KEY, SELLERS_TOTAL_KEY } = readEnv({ ...good, ...change });
    return [SELLERS_FIRST_PAGE, SELLERS_SORT, SELLERS_LIST_KEY, SELLERS_TOTAL_KEY];
  };
  expect(keys({})).toEqual([1, "sign", "sellers", "total"]);
  const names = { SELLERS_LIST_KEY: " data.items ", SELLERS_TOTAL_KEY: "@odata.count" };
  expect(keys({ SELLERS_FIRST_PAGE: "0", SELLERS_SORT: "suffix", ...names })).toEqual([
    0,
    "suffix",
    "data.items",
    "@odata.count",
  ]);
  expect(keys({ SELLERS_LIST_KEY: "", SELLERS_TOTAL_KEY: "" })).toEqual([1, "sign", "", ""]);
});

test("Origins on the way of signing in are separated by commas", () => {
  const OIDC_ORIGINS = " https://Login.Partner.example ,http://localhost:8080, https://mfa.example:8443/,";
  const origins = ["https://login.partner.example", "http://localhost:8080", "https://mfa.example:8443"];
  expect(readEnv({ ...good, OIDC_ORIGINS })).toMatchObject({ OIDC_ORIGINS: origins });
  expect(readEnv({ ...good, OIDC_ORIGINS: " " })).toMatchObject({ OIDC_ORIGINS: [] });
});

test("The support contact is absent by default, and its page may have a query", () => {
  const nobody = { SUPPORT_EMAIL: undefined, SUPPORT_URL: undefined };
  expect(readEnv({ ...good, SUPPORT_EMAIL: "", SUPPORT_URL: " " })).toMatchObject(nobody);
  const asked = { SUPPORT_EMAIL: " pomoc@example.pl ", SUPPORT_URL: "https://desk.example.pl/new?app=panel#form" };
  expect(readEnv({ ...good, ...asked })).toMatchObject({
    SUPPORT_EMAIL: "pomoc@example.pl",
    SUPPORT_URL: asked.SUPPORT_URL,
  });
});

test.each([
  ["APP_URL", undefined],
  ["APP_URL", "panel.example.pl"],
  ["APP_URL", "http://panel.example.pl"],
  ["APP_URL", "https://panel.example.pl/app"],
  ["APP_URL", "https://user:pass@panel.example.pl"],
  ["APP_URL", "https://*.example.pl"],
  ["OIDC_ISSUER", "http://login.example.pl"],
  ["OIDC_ISSUER", "javascript:alert(1)"],
  ["OIDC_SCOPE", "profile email"],
  ["OIDC_ORIGINS", "https://a.example;script-src"],
  ["OIDC_ORIGINS", "https://a.example, *"],
  ["OIDC_ORIGINS", "https://a.example https://b.example"],
  ["OIDC_PROMPT", "none"],
  ["SELLERS_API_URL", "ftp://api.example.pl"],
  ["SELLERS_FIRST_PAGE", "2"],
  ["SELLERS_LIST_KEY", "my items"],
  ["SESSION_SECRET", undefined],
  ["SESSION_SECRET", "short"],
  ["SESSION_SECRET", `${good.SESSION_SECRET},short`],
  ["SESSION_SECRET", "x".repeat(40)],
  ["SESSION_SECRET", `${good.SESSION_SECRET},${"1234567".repeat(6)}`],
  ["SESSION_SECRET", "sample-session-secret-change-me-0000"],
  ["DATABASE_URL", "mysql://db"],
  ["PORT", "70000"],
  // remix-serve reads it by itself, and would take any free port.
  ["PORT", ""],
  ["PORT", " "],
  ["SESSION_IDLE_MINUTES", "0"],
  ["I18N_ROOT_REDIRECT", "pl"],
  ["METRICS_TOKEN", "short"],
  ["METRICS_TOKEN", "a-token-with-its-line-end\n"],
  ["METRICS_TOKEN", "żeton-do-odczytu-metryk"],
  ["DATABASE_URL", "file: "],
  ["DATABASE_URL", "postgres://panel:pa/ss@db/panel"],
  ["DATABASE_URL", "postgres://panel:/ss@db/panel"],
  ["DATABASE_URL", "postgres://panel:12#ss@db/panel"],
  ["DATABASE_URL", "postgres://panel:12?ss@db/panel"],
  ["DATABASE_URL", "postgres://panel:pass@/word@db/panel"],
  ["DATABASE_URL", "postgres://panel:pass@1/word@db/panel"],
  ["DATABASE_URL", "postgres://panel:12#ss@db"],
  ["SUPPORT_EMAIL", "pomoc"],
  ["SUPPORT_EMAIL", "a?bcc=b@example.pl"],
  ["SUPPORT_URL", "javascript:alert(1)"],
])("The start is refused with %s=%s", (name, value) => {
  const found = problems({ [name]: value });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(new RegExp(`^${name} `));
});

test.each([
  ["HISTORY_DAYS", "99999", "must be at most 3650"],
  ["BACKEND_TIMEOUT_MS", "10", "must be at least 50"],
  ["DATABASE_MAX_MB", "8", "must be at least 16"],
  ["DATABASE_MAX_MB", "2000000", "must be at most 1048576"],
  ["SESSION_MAX_HOURS", "1.5", "must be a whole number"],
  ["PORT", "abc", "must be a number"],
  ["OIDC_CLIENT_ID", "", "is required"],
  ["OIDC_CLIENT_ID", " ", "is required"],
  ["OIDC_CLIENT_ID", undefined, "is required"],
  ["LOG_LEVEL", "INFO", "must be fatal, error, warn, info, debug, trace or silent"],
])("The start with %s=%s says that it %s", (name, value, said) => {
  expect(problems({ [name]: value })).toEqual([`${name} ${said}`]);
});

test("All bad values are named at once, without repeating a secret", () => {
  const found = problems({ APP_URL: "x", PORT: "x", SESSION_SECRET: "secret-but-short" });
  expect(found.map((line) => line.split(" ")[0]).sort()).toEqual(["APP_URL", "PORT", "SESSION_SECRET"]);
  expect(found.join()).not.toContain("secret-but-short");
});

const folder = giveFolder();
const kept = async (text: string) => {
  const path = join(folder, String(Math.random()));
  await writeFile(path, text);
  return path;
};

test.each([
  ["OIDC_CLIENT_SECRET", " pass word ", " pass word "],
  ["OIDC_CLIENT_SECRET", "pass\n", "pass"],
  ["OIDC_CLIENT_SECRET", "pass\r\n", "pass"],
  ["OIDC_CLIENT_SECRET", "pass\n\n", "pass\n"],
  ["DATABASE_URL", "postgres://u:p@db/panel\n", "postgres://u:p@db/panel"],
  ["DATABASE_URL", "postgres://u@/panel@a?host=/run/p@1\n", "postgres://u@/panel@a?host=/run/p@1"],
  ["METRICS_TOKEN", "0123456789abcdef\n", "0123456789abcdef"],
] as const)("The secret %s in a file is read without its last line end", async (name, text, value) => {
  const env = readEnv({ ...good, [`${name}_FILE`]: await kept(text), [name]: " " });
  expect(env[name]?.reveal()).toBe(value);
});

test("A file is refused beside its variable, unreadable or empty", async () => {
  const path = await kept("quite-secret");
  expect(problems({ OIDC_CLIENT_SECRET: "x", OIDC_CLIENT_SECRET_FILE: path })).toEqual([
    "OIDC_CLIENT_SECRET_FILE and OIDC_CLIENT_SECRET are both set",
  ]);
  expect(problems({ METRICS_TOKEN_FILE: join(folder, "none") })).toEqual(["METRICS_TOKEN_FILE can't be read (ENOENT)"]);
  expect(problems({ DATABASE_URL_FILE: folder })).toEqual(["DATABASE_URL_FILE can't be read (EISDIR)"]);
  // A blank variable counts as absent: a blank file would be another store, or a client without a
  // secret.
  for (const text of ["\n", "  \n", "\n\n"]) {
    expect(problems({ METRICS_TOKEN_FILE: await kept(text) })).toEqual(["METRICS_TOKEN_FILE names an empty file"]);
  }
  expect(problems({ DATABASE_URL_FILE: path }).join()).not.toContain("quite-secret");
});

test("A proxy's variable may be in lower or upper case, and lower wins", () => {
  const proxies = { HTTPS_PROXY: "http://a:1", https_proxy: "http://b:2", NO_PROXY: "localhost" };
  expect(readEnv({ ...good, ...proxies }).HTTPS_PROXY?.reveal()).toBe("http://b:2");
  expect(readEnv({ ...good, ...proxies, https_proxy: "" }).HTTPS_PROXY?.reveal()).toBe("http://a:1");
  expect(problems({ HTTP_PROXY: "proxy.example:3128" })).toEqual(["HTTP_PROXY must be an http(s) URL"]);
});

test("Blanks around the client's name aren't a part of it", () => {
  expect(readEnv({ ...good, OIDC_CLIENT_ID: " panel " }).OIDC_CLIENT_ID).toBe("panel");
});

test("Plain http is allowed on loopback only", () => {
  for (const url of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"]) {
    expect(problems({ APP_URL: url, OIDC_ISSUER: url })).toEqual([]);
  }
  expect(problems({ APP_URL: "http://localhost.evil.pl" })).toHaveLength(1);
});

test("A secret can't be printed by accident", () => {
  const secret = new Secret("hunter2");
  expect(`${secret} ${JSON.stringify({ secret })} ${inspect({ secret })} ${inspect(readEnv(good))}`).not.toMatch(
    /hunter2|a-perfectly-random/,
  );
  expect(secret.reveal()).toBe("hunter2");
});

test("Names that look like ours and that nothing reads are found", () => {
  const names = [
    "SESSION_IDLE_MINUTE",
    "OIDC_ISSUER_URL",
    "SESSION_SECRET_FILE",
    "LOG_LEVEL",
    "PATH",
    "SELLERS_PORT_80_TCP",
  ];
  const variables = Object.fromEntries(names.map((name) => [name, "x"]));
  expect(unknownVariables(variables)).toEqual(["SESSION_IDLE_MINUTE", "OIDC_ISSUER_URL"]);
});
