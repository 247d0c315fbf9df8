import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { baseImage, type Engine, imageSize, startImage } from "../../scripts/lib/image.mjs";
import { freePort } from "../../scripts/lib/process.mjs";
import { type Sandbox, startSandbox } from "../sandbox/sandbox";
import { BrowserSession } from "../support/browser-session";

/** What the step built, and with what (scripts/test.mjs). */
const { PANEL_IMAGE: tag = "", PANEL_IMAGE_ENGINE: engine = "" } = process.env as { PANEL_IMAGE_ENGINE?: Engine } & {
  PANEL_IMAGE?: string;
};

/** What the app may add to the image that it stands on, in bytes. */
const MAX_ADDED = 70e6;

let sandbox: Sandbox;
let port: number;
let appUrl: string;
beforeAll(async () => {
  port = await freePort();
  appUrl = `http://127.0.0.1:${port}`;
  sandbox = await startSandbox({ appUrl });
});
afterAll(() => sandbox?.close());

/** Starts the image. @returns what it has printed so far, and its exit code when it has ended */
function begin(variables: Record<string, string>, command?: string[]) {
  const { child, remove } = startImage(engine as Engine, tag, variables, command);
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (written += text));
  const ended = once(child, "close").then(([code]) => {
    remove();
    return code as number | null;
  });
  return { child, ended, written: () => written };
}

it("adds no more than 70 MB to the image that it stands on", () => {
  const added = imageSize(engine as Engine, tag) - imageSize(engine as Engine, baseImage());
  console.log(`The image is ${(added / 1e6).toFixed(1)} MB above its base`);
  expect(added).toBeGreaterThan(10e6);
  expect(added).toBeLessThan(MAX_ADDED);
});

it("lets its process write to its data and nowhere else", async () => {
  const script = `
    const { writeFileSync } = require("node:fs");
    const tried = (path) => { try { writeFileSync(path, ""); return "written"; } catch ({ code }) { return code; } };
    console.log(JSON.stringify([process.getuid(), ...["/app/data/x", "/tmp/x", "/app/x", "/home/node/x"].map(tried)]));`;
  const { ended, written } = begin({}, ["node", "-e", script]);
  expect(await ended).toBe(0);
  expect(JSON.parse(written())).toEqual([1000, "written", "written", "EROFS", "EROFS"]);
});

it("signs people in, saves a seller, and ends with 0 when it is told to end", async () => {
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
    expect(sandbox.control.sellers().filter(({ mpk }) => mpk === "00777")).toHaveLength(1);
  } catch (error) {
    console.log(written());
    throw error;
  } finally {
    child.kill("SIGTERM");
  }
  expect(await ended).toBe(0);
});
