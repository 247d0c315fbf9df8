import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type App, AppExited, startApp } from "../support/app";
import { giveFolder } from "../support/own-folder";
import { testEnv } from "../support/test-env";

const folder = giveFolder();
// No backend listens, because these tests are about what all responses have in common.
const { APP_URL: _ownAddress, LOG_LEVEL: _all, ...rest } = testEnv();
const env = { ...rest, DATABASE_URL: `file:${join(folder, "panel.db")}`, METRICS_TOKEN: "a-metrics-token-of-the-test" };
const app = await startApp(env);
afterAll(async () => void (await app.stop()));

const get = (path: string, init?: RequestInit) => fetch(app.url + path, { redirect: "manual", ...init });

/** Sends what an HTTP client would refuse to send. @returns the raw answer */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(app.port, "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.setEncoding("utf8").on("data", (text) => {
      answer += text;
    });
    socket.on("close", () => resolve(answer)).on("error", reject);
  });
}

/** Sends a request line and a header unchanged. */
const ask = (target: string, header = "Host: x") => raw(`${target} HTTP/1.1\r\n${header}\r\nConnection: close\r\n\r\n`);

/** Waits for the log's line about the request with this id. */
const lineOf = (id: string | null | undefined) =>
  vi.waitFor(() => {
    const lines = app.logs().split("\n");
    const line = lines.find((each) => each.includes(`"id":"${id}"`) && each.includes('"status"'));
    return line ? JSON.parse(line) : Promise.reject(new Error(`No line of ${id}`));
  }, 60_000);
const idOf = (answer: string) => /^x-request-id: (.+)\r$/im.exec(answer)?.[1];

const asked = (bytes: number) => ask("GET /healthz", `Host: x\r\nCookie: a=${"x".repeat(bytes)}`);

test("A request's headers may have 40 kB, as the image has it", async () => {
  expect(await asked(39_000)).toMatch(/^HTTP\/1.1 200 /);
});

test.each([41_000, 1_000_000])("A request's headers of %i bytes are refused with 431", async (bytes) => {
  // Node ends a connection whose request it hasn't read to its end; the answer may be lost then.
  const reset = (error: NodeJS.ErrnoException) => error.code;
  const [answer, other] = await Promise.all([asked(bytes).catch(reset), get("/healthz")]);
  expect(answer).toMatch(bytes > 100_000 ? /^HTTP\/1.1 431 |^ECONNRESET$|^EPIPE$/ : /^HTTP\/1.1 431 /);
  expect(other.status).toBe(200);
});

test("A request without right headers gets Node's own answer", async () => {
  expect(await raw("GET / HTTP/1.1\r\nno header\r\n\r\n")).toMatch(/^HTTP\/1.1 400 Bad Request\r\nConnection: close/);
});

test.each([
  ["a page", "/no/such/page"],
  ["its data", "/no/such/page.data"],
  ["a static file", "/robots.txt"],
  ["a missing asset", "/assets/none.js"],
  ["a probe", "/healthz"],
  ["a refused resource", "/metrics"],
])("Security headers stand on %s", async (_kind, path) => {
  const { headers } = await get(path);
  expect(headers.get("Content-Security-Policy")).toMatch(/^default-src 'none';script-src 'self' 'nonce-/);
  expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("Content-Security-Policy")).not.toContain("unsafe-eval");
  expect(headers.get("Content-Security-Policy")).not.toMatch(/(script-src|style-src) [^;]*unsafe-inline/);
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("X-Frame-Options")).toBe("DENY");
  expect(headers.get("Referrer-Policy")).toBe("same-origin");
  expect(headers.get("Permissions-Policy")).toContain("camera=()");
  expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
  expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
  expect(headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get("X-Powered-By")).toBeNull();
  expect(headers.get("Strict-Transport-Security")).toBeNull();
});

/** The address of the file `root-HASH.js` or `.css`, which every page loads. */
async function rootFile(ending = "js"): Promise<string> {
  const page = await (await get("/no/such/page")).text();
  return new RegExp(`/assets/root-[\\w-]+\\.${ending}`).exec(page)?.[0] ?? "";
}

test("Security headers of a build's file let nothing be loaded or framed", async () => {
  const { headers, status } = await get(await rootFile());
  expect(status).toBe(200);
  expect(headers.get("Content-Security-Policy")).toBe("default-src 'none';frame-ancestors 'none'");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("X-Frame-Options")).toBe("DENY");
  expect(headers.get("Referrer-Policy")).toBe("same-origin");
  expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
  expect([...headers].join().length).toBeLessThan(700);
});

test.each(["identity", "br"])("Nothing can be sent to a build's file that is answered as %s", async (coding) => {
  const path = await rootFile();
  const posted = await get(path, { method: "POST", headers: { origin: app.url, "accept-encoding": coding } });
  expect([posted.status, posted.headers.get("Allow"), await posted.text()]).toEqual([405, "GET, HEAD", ""]);
  expect(posted.headers.get("Cache-Control")).toBe("no-store");
  expect(posted.headers.get("Permissions-Policy")).toContain("camera=()");
  expect(app.logs()).not.toMatch(/request failed|Content-Type cannot/);
});

test("Nonces differ on every response and are the page's own", async () => {
  const nonces = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const response = await get("/no/such/page");
      const nonce = /'nonce-([^']+)'/.exec(response.headers.get("Content-Security-Policy") ?? "")?.[1] ?? "";
      const html = await response.text();
      expect(html).toContain(`<script nonce="${nonce}"`);
      for (const script of html.match(/<(script|style)\b[^>]*>/g) ?? []) expect(script).toContain(`nonce="${nonce}"`);
      return nonce;
    }),
  );
  expect(new Set(nonces).size).toBe(20);
  expect(Buffer.from(nonces[0] ?? "", "base64")).toHaveLength(16);
});

test("Pages and data are never cached, hashed assets for ever", async () => {
  expect((await get("/no/such/page")).headers.get("Cache-Control")).toBe("no-store");
  expect((await get("/no/such/page.data")).headers.get("Cache-Control")).toBe("no-store");
  const css = /\/assets\/[^"]+\.css/.exec(await (await get("/no/such/page")).text())?.[0] ?? "";
  expect((await get(css)).headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect((await get("/robots.txt")).headers.get("Cache-Control")).toBe("public, max-age=3600");
});

test("A refused range of an asset is never cached", async () => {
  const css = /\/assets\/[^"]+\.css/.exec(await (await get("/no/such/page")).text())?.[0] ?? "";
  const answer = await get(css, { headers: { range: "bytes=99999999-" } });
  expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([416, "no-store"]);
});

const accepting = (path: string, accepted: string, method = "GET") =>
  get(path, { method, headers: { "Accept-Encoding": accepted } });

describe.each([
  ["js", /^application\/javascript/],
  ["css", /^text\/css/],
])("A built .%s file", (ending, type) => {
  test.each([
    ["gzip, deflate, br;q=0.9, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip;q=0", null],
    ["identity", null],
  ])(`A built .${ending} file for a browser that accepts %s is coded as %s`, async (accepted, coding) => {
    const { headers } = await accepting(await rootFile(ending), accepted);
    expect(headers.get("Content-Encoding")).toBe(coding);
    expect(headers.get("Content-Type")).toMatch(type);
    expect(headers.get("Vary")).toMatch(/^Accept-Encoding$/i);
    expect(headers.get("Cache-Control")).toContain("immutable");
  });

  test(`A built .${ending} file has less than half of its size when compressed`, async () => {
    const path = await rootFile(ending);
    const [small, zipped, plain] = await Promise.all(["br", "gzip", "identity"].map((each) => accepting(path, each)));
    const lengthOf = (answer: Response | undefined) => Number(answer?.headers.get("Content-Length"));
    const text = await plain?.text();
    expect(await small?.text()).toBe(text);
    expect(lengthOf(small)).toBeLessThan((text?.length ?? 0) / 2.5);
    expect(lengthOf(zipped)).toBeLessThan((text?.length ?? 0) / 2);
  });

  test(`A compressed .${ending} file has an ETag of its own, and answers HEAD`, async () => {
    const path = await rootFile(ending);
    const [small, plain, head] = [
      await accepting(path, "br"),
      await accepting(path, "identity"),
      await accepting(path, "br", "HEAD"),
    ];
    const tag = small.headers.get("ETag");
    expect(tag).not.toBe(plain.headers.get("ETag"));
    const known = `If-None-Match: ${tag}\r\nAccept-Encoding: br\r\nConnection: close`;
    expect(await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\n${known}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 304 /);
    expect([head.status, head.headers.get("Content-Length")]).toEqual([200, small.headers.get("Content-Length")]);
  });
});

test("A missing asset is no page, and a path out of /assets is no asset", async () => {
  for (const path of [
    "/assets/none.js",
    "/assets/none.data",
    "/assets/",
    "/assets/a/b.js",
    "/assets/..%2frobots.txt",
  ]) {
    const missing = await get(path);
    expect([path, missing.status, await missing.text()]).toEqual([path, 404, ""]);
    expect(missing.headers.get("Cache-Control")).toBe("no-store");
  }
  for (const path of ["/assets/../no/such/page", "/assets/%2e%2e/no/such/page"]) {
    const answer = await ask(`GET ${path}`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toMatch(/^cache-control: no-store/im);
    expect(answer).toContain("Page not found");
  }
});

/** Requests that Node itself answers (400, 417), or to which it first says 100. */
test.each([
  ["an expectation that nobody knows", "Host: x\r\nExpect: foo", /^HTTP\/1\.1 417 /],
  ["no Host", "Accept: */*", /^HTTP\/1\.1 \d/],
  [
    "one that waits to be told to go on",
    "Host: x\r\nExpect: 100-continue",
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 (?!100)\d/,
  ],
])("A request that no route sees is answered once with %s", async (_what, headers, status) => {
  for (const target of ["OPTIONS /", "PROPFIND /", "TRACE /", "GET /assets/none.js", "GET /auth/session"]) {
    const answer = await ask(target, headers);
    expect([target, answer]).toEqual([target, expect.stringMatching(status)]);
    expect([target, answer.match(/^HTTP\/1\.1 (?!100)/gm)?.length]).toEqual([target, 1]);
  }
  expect((await get("/healthz")).status).toBe(200);
  expect(app.ended).toBe(false);
});

test("An OPTIONS request runs no route", async () => {
  for (const path of ["/no/such/page", "/healthz", "/auth/login"]) {
    const answer = await get(path, { method: "OPTIONS" });
    expect([path, answer.status, answer.headers.get("Allow"), await answer.text()]).toEqual([
      path,
      204,
      "GET, HEAD, POST",
      "",
    ]);
  }
});

test("Methods that no route has are refused without an error of ours", async () => {
  for (const method of ["TRACE", "PROPFIND"]) {
    const answer = await ask(`${method} /healthz`);
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toMatch(/^allow: GET, HEAD, POST\r$/im);
    expect(answer).not.toContain("<");
    expect(await lineOf(idOf(answer))).toMatchObject({ level: "warn", req: { method }, res: { status: 405 } });
  }
});

test.each(["/auth/session/../../sellers/new", "/%73ellers/ne%77"])(
  "Whoever writes leaves a line in the log, however they put %s",
  async (path) => {
    const body = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 0";
    const answer = await raw(`POST ${path} HTTP/1.1\r\nHost: x\r\n${body}\r\nConnection: close\r\n\r\n`);
    expect(JSON.stringify(await lineOf(idOf(answer)))).toContain('"route":"sellers-new___pl___default"');
  },
);

test("A foreign, malformed or doubled Host changes nothing", async () => {
  for (const header of [
    "Host: evil.example",
    "Host: evil.example:99999999",
    "Host: a b c",
    "Host: ok\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https",
  ]) {
    const answer = await ask("GET /no/such/page", header);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toContain("evil.example");
  }
});

test("An absolute-form or malformed target is an error page, not a crash", async () => {
  const targets = ["http://evil.example/healthz", "*", "//evil.example/%5c..", "/%E0%A4%A", "//", "///", "//?x=1"];
  for (const target of targets) {
    const answer = await ask(`GET ${target}`);
    expect(answer, target).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer, target).not.toMatch(/Location:|at .+\.js:\d+/);
  }
  for (const target of ["/\\", "/\\evil", "/auth\\login"]) {
    for (const method of ["GET", "POST"]) {
      expect(await ask(`${method} ${target}`), `${method} ${target}`).toMatch(/^HTTP\/1\.1 400 /);
    }
  }
  expect(app.logs()).not.toContain("request failed");
  expect((await get("/healthz")).status).toBe(200);
});

test.each(["/rabat-50%", "/%ff", "/sellers/%E0%A4%A", "/sellers/50%/edit", "/en-US/50%", "/50%/?q=%"])(
  "The path %s is a page that doesn't exist",
  async (path) => {
    const answer = await ask(`GET ${path}`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain("Page not found");
    expect(answer).toContain(path.startsWith("/en-US") ? '<html lang="en-US"' : '<html lang="pl"');
    expect(answer).toContain(`${idOf(answer)}</code>`);
  },
);

test("A script that asks for an undecodable path gets an answer for scripts", async () => {
  const answer = await get("/50%.data");
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([404, "text/x-script; charset=utf-8"]);
});

test("The logs name the request as its answer and its error page do", async () => {
  const id = (await get("/auth?error=access_denied&state=x")).headers.get("X-Request-Id");
  await vi.waitFor(() => {
    const line = /^.*"sign-in failed".*$/m.exec(app.logs())?.[0] ?? "{}";
    expect(JSON.parse(line)).toMatchObject({ level: "warn", requestId: id });
  }, 60_000);
});

test("The log has a 5xx by its status, without an error of ours", async () => {
  const id = (await get("/error/503")).headers.get("X-Request-Id");
  const line = await lineOf(id);
  expect(line).toMatchObject({ level: "error", requestId: id, res: { status: 503 } });
  expect(line).not.toHaveProperty("err");
});

test("The metrics need their token", async () => {
  expect((await get("/metrics")).status).toBe(401);
  expect((await get("/metrics", { headers: { Authorization: "Bearer wrong" } })).status).toBe(401);
  const answer = await get("/metrics", { headers: { Authorization: "Bearer a-metrics-token-of-the-test" } });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toMatch(/http_request_duration_seconds_bucket\{.*route="not-found___pl___default"/);
});

test("A server that gets SIGTERM finishes its request and exits", async () => {
  const other = await startApp({ ...env, DATABASE_URL: `file:${join(folder, "s3.db")}` });
  expect((await fetch(`${other.url}/readyz`)).status).toBe(200);

  // A request whose body is still on its way while the signal comes.
  const slow = request(`${other.url}/no/such/page`, {
    method: "POST",
    agent: new Agent(),
    headers: { "Content-Type": "text/plain" },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => slow.on("response", resolve).on("error", reject));
  slow.write("first half");

  const ended = other.stop("SIGTERM");
  // Both at once, because the listener closes 2 s after the signal, even if this test is slow.
  await vi.waitFor(
    async () => {
      const [ready, alive] = await Promise.all([fetch(`${other.url}/readyz`), fetch(`${other.url}/healthz`)]);
      expect([ready.status, alive.status]).toEqual([503, 200]);
      expect(ready.headers.get("Connection")).toBe("close");
    },
    { timeout: 60_000, interval: 10 },
  );
  slow.end("second half");
  const answer = await answered;
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  answer.resume();
  expect(await ended).toBe(0);
  const lines = other.logs().match(/^\{.*\}$/gm) ?? [];
  const said = lines.map((line) => JSON.parse(line) as Record<string, string>);
  expect(said.find(({ msg }) => msg === "started")).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    commit: expect.stringMatching(/^\w{7,}$/),
    node: process.version,
    database: "sqlite",
  });
  expect(said).toContainEqual(expect.objectContaining({ msg: "stopping", signal: "SIGTERM" }));
  expect(said.at(-1)?.msg).toBe("stopped");
});

test("Idle connections make way when file descriptors run short", async () => {
  const few = await startApp({ ...env, DATABASE_URL: `file:${join(folder, "few.db")}` }, { openFiles: 200 });
  onTestFinished(async () => void (await few.stop("SIGKILL")));
  // Each agent keeps its connection open, like a browser that nobody closes.
  const idle = Array.from({ length: 400 }, () => new Agent({ keepAlive: true }));
  onTestFinished(() => {
    for (const agent of idle) agent.destroy();
  });
  for (const agent of idle) {
    const sent = request(`${few.url}/healthz`, { agent, signal: AbortSignal.timeout(60_000) }).end();
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    expect(answer.resume().statusCode).toBe(200);
  }
});

test("A bad variable stops the start, is named, and prints no secret", async () => {
  const failure = await startApp({ ...env, SESSION_SECRET: "short-secret" }).catch((error) => error);
  expect(failure).toBeInstanceOf(AppExited);
  expect(failure.code).toBe(1);
  expect(failure.logs).toContain("SESSION_SECRET each part needs at least 32 characters");
  expect(failure.logs).not.toContain("short-secret");
});

test("A taken port is reported with the names HOST and PORT", async () => {
  const second = await startApp({ ...env, DATABASE_URL: `file:${join(folder, "second.db")}` }, { port: app.port });
  expect(await second.exited).toBe(1);
  expect(fatal(second)).toMatchObject({
    msg: "nothing can listen at this HOST and PORT",
    err: { code: "EADDRINUSE" },
  });
});

const fatal = ({ logs }: App) => JSON.parse(/^.*"level":"fatal".*$/m.exec(logs())?.[0] ?? "{}");

test("An error that nobody caught ends the process with a line of the log", async () => {
  const throwing = "data:text/javascript,process.on('SIGUSR2', () => { throw new Error('boom') })";
  const other = await startApp(
    { ...env, DATABASE_URL: `file:${join(folder, "uncaught.db")}` },
    { args: ["--import", throwing] },
  );
  process.kill(other.pid, "SIGUSR2");
  expect(await other.exited).toBe(1);
  expect(fatal(other)).toMatchObject({ msg: "an error that nobody caught ends the process", err: { message: "boom" } });
});

test("A connection that asks thousands of times without waiting is cut", async () => {
  const asked = () => app.logs().match(/"route":"error___pl___default"/g)?.length ?? 0;
  const before = asked();
  const socket = connect(app.port, "127.0.0.1", () =>
    socket.write("GET /error HTTP/1.1\r\nHost: x\r\n\r\n".repeat(5_000)),
  );
  socket.on("error", () => {}).resume();
  await new Promise((resolve) => socket.once("close", resolve));
  expect((await get("/healthz")).status).toBe(200);
  await vi.waitFor(() => expect(asked() - before).toBe(1), 20_000);
});
