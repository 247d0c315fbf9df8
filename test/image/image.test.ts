import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findEngine } from "../../scripts/lib/machine.mjs";
import { freePort, run, start } from "../../scripts/lib/process.mjs";
import { root } from "../../scripts/lib/project.mjs";
import { type Sandbox, startSandbox } from "../sandbox/sandbox";
import { BrowserSession } from "../support/browser-session";

const engine = findEngine() ?? "docker";
const tag = `localhost/panel:test-${process.pid}`;
const base = /^FROM (node:\S+)/m.exec(readFileSync(join(root, "Dockerfile"), "utf8"))?.[1] ?? "";
/** What the app may add to the image that it stands on, in bytes. */
const MAX_ADDED = 70e6;

let sandbox: Sandbox;
let port: number;
let appUrl: string;
beforeAll(async () => {
  expect(await run(engine, ["pull", `docker.io/library/${base}`])).toBe(0);
  expect(await run(engine, ["build", "-t", tag, "."], { cwd: root })).toBe(0);
  port = await freePort();
  appUrl = `http://127.0.0.1:${port}`;
  sandbox = await startSandbox({ appUrl });
}, 30 * 60_000);
afterAll(async () => {
  await sandbox?.close();
  await run(engine, ["image", "rm", "-f", tag]);
});

/** In bytes, all layers unpacked. */
const sizeOf = (image: string) =>
  Number(execFileSync(engine, ["image", "inspect", "--format", "{{.Size}}", image], { encoding: "utf8" }));

/**
 * Starts the image as it is meant to be started: as uid 1000, its root read-only, /tmp and
 * /app/data writable, no capabilities, in this machine's network. SIGTERM to the child reaches the
 * image's process.
 * @returns what it has printed so far, and its exit code when it has ended
 */
function begin(variables: Record<string, string>, command: string[] = []) {
  const given = Object.entries(variables).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
  const limits = ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"];
  // The volume of the Dockerfile is new, writable, and removed with the container.
  const args = ["run", "--rm", "--network", "host", "--user", "1000:1000", ...limits, ...given, tag, ...command];
  const child = start(engine, args, { stdio: ["ignore", "pipe", "pipe"] });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text: Buffer) => (written += text));
  const ended = once(child, "close").then(([code]) => code as number | null);
  return { child, ended, written: () => written };
}

it("The app adds no more than 70 MB to its base image", () => {
  const added = sizeOf(tag) - sizeOf(base);
  console.log(`The image is ${(added / 1e6).toFixed(1)} MB above its base`);
  expect(added).toBeGreaterThan(10e6);
  expect(added).toBeLessThan(MAX_ADDED);
});

it("The image's process writes to its data and nowhere else", async () => {
  const script = `
    const { writeFileSync } = require("node:fs");
    const tried = (path) => { try { writeFileSync(path, ""); return "written"; } catch ({ code }) { return code; } };
    console.log(JSON.stringify([process.getuid(), ...["/app/data/x", "/tmp/x", "/app/x", "/home/node/x"].map(tried)]));`;
  const { ended, written } = begin({}, ["node", "-e", script]);
  expect(await ended).toBe(0);
  expect(JSON.parse(written())).toEqual([1000, "written", "written", "EROFS", "EROFS"]);
});

it("The image signs people in, saves a seller, and ends with 0 when told to", async () => {
  const secret = { SESSION_SECRET: randomBytes(32).toString("base64url") };
  const address = { APP_URL: appUrl, HOST: "127.0.0.1", PORT: String(port) };
  const { child, ended, written } = begin({ ...sandbox.env, ...secret, ...address });
  try {
    await expect
      .poll(async () => (await fetch(`${appUrl}/readyz`).catch(() => undefined))?.status, { timeout: 60_000 })
      .toBe(200);
    const browser = new BrowserSession(appUrl);
    const form = await browser.signIn(sandbox.accounts.franchisee, "/sellers/new");
    const seller = { displayName: "Żółta Łódź", email: "zolta@example.pl", mpk: "00777" };
    const saved = await browser.submit(form, seller, "main form");
    expect(saved.textOf("h1")).toBe("Żółta Łódź");
    expect(sandbox.control.sellersWith(({ mpk }) => mpk === "00777")).toHaveLength(1);
  } catch (error) {
    console.log(written());
    throw error;
  } finally {
    child.kill("SIGTERM");
  }
  expect(await ended).toBe(0);
});
