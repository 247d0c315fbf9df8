import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isRoot } from "../../scripts/lib/machine.mjs";
import { freePort, start } from "../../scripts/lib/process.mjs";
import { root } from "../../scripts/lib/project.mjs";
import { type Sandbox, startSandbox } from "../sandbox/sandbox";
import { BrowserSession } from "../support/browser-session";
import { giveFolder } from "../support/own-folder";
import { isInContext } from "./docker-context";
import { buildImage, type Image } from "./image-folder";

/** How many bytes the app may add to its base image. */
const MAX_BYTES = 70e6;

const folder = giveFolder();
let image: Image;
let sandbox: Sandbox;
let variables: Record<string, string>;
let appUrl: string;

beforeAll(async () => {
  image = await buildImage(folder);
  // The image's user passes through this folder.
  chmodSync(folder, 0o755);
  const port = await freePort();
  appUrl = `http://127.0.0.1:${port}`;
  sandbox = await startSandbox({ appUrl });
  const secret = { SESSION_SECRET: randomBytes(32).toString("base64url") };
  variables = { ...sandbox.env, ...secret, APP_URL: appUrl, HOST: "127.0.0.1", PORT: String(port) };
}, 30 * 60_000);
afterAll(() => sandbox?.close());

/** How the image starts a process: in its folder, with its variables, as its user. */
const asInImage = () => ({
  cwd: image.folder,
  env: { NODE_ENV: "production", PATH: process.env.PATH, ...image.variables, ...variables } as const,
  ...(isRoot ? { uid: image.user, gid: image.user } : {}),
});

function runInImage([program = "", ...args]: string[]) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(program, args, { ...asInImage(), timeout: 120_000 }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

const runCommand = (name: string, ...args: string[]) => runInImage(["node", `build/commands/${name}.js`, ...args]);

/** Starts the image's own command, until `use` ends. */
async function whileServing(use: () => Promise<void>): Promise<{ code: number | null; output: string }> {
  const [program = "", ...args] = image.command;
  const child = start(program, args, { ...asInImage(), stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text: Buffer) => (output += text));
  const ended = once(child, "close");
  try {
    const isReady = async () => (await fetch(`${appUrl}/readyz`).catch(() => undefined))?.status;
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
    await use();
  } catch (error) {
    console.log(output);
    throw error;
  } finally {
    child.kill("SIGTERM");
  }
  return { code: (await ended)[0], output };
}

function sizeOf(path: string): number {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

it("The image's build gets a new source, but no secret, data or test", () => {
  const rules = readFileSync(join(root, ".dockerignore"), "utf8");
  for (const path of ["scripts/new/file.ts", "app/new.ts", "public/new.svg", ".npmrc", "new.config.ts"]) {
    expect([path, isInContext(rules, path)]).toEqual([path, true]);
  }
  const kept = [".env", ".env.production", ".git/config", "data/panel.db", "node_modules/x/index.js"];
  for (const path of [...kept, "build/server/index.js", "test/sandbox/main.ts", "app/x/x.test.ts", "id_rsa"]) {
    expect([path, isInContext(rules, path)]).toEqual([path, false]);
  }
});

it("The image holds the build and packages for production, 70 MB at most", () => {
  expect(image.variables).toEqual({ NODE_ENV: "production", HOST: "0.0.0.0", PORT: "3000" });
  expect(readdirSync(image.folder).sort()).toEqual(["build", "data", "node_modules", "package.json", "public"]);
  for (const name of ["typescript", "vite"]) expect(existsSync(join(image.folder, "node_modules", name))).toBe(false);
  const bytes = sizeOf(image.folder);
  console.log(`The image adds ${(bytes / 1e6).toFixed(1)} MB to its base`);
  expect(bytes).toBeGreaterThan(10e6);
  expect(bytes).toBeLessThan(MAX_BYTES);
});

it.runIf(isRoot)("The image's process writes to its data and to none of its own files", async () => {
  const script = `
    const { writeFileSync, rmSync } = require("node:fs");
    const tried = (path) => { try { writeFileSync(path, ""); rmSync(path); return "written"; } catch ({ code }) { return code; } };
    console.log(JSON.stringify([process.getuid(), ...["data/x", "x", "build/x", "package.json"].map(tried)]));`;
  const { output } = await runInImage(["node", "-e", script]);
  expect(JSON.parse(output)).toEqual([1000, "written", "EACCES", "EACCES", "EACCES"]);
  // OpenShift runs the container as any user, in group 0.
  const { gid, mode } = lstatSync(join(image.folder, "data"));
  expect([gid, mode & 0o777]).toEqual([0, 0o770]);
});

it("The image's doctor finds nothing wrong before the first start", async () => {
  const { code, output } = await runCommand("doctor");
  expect(output).not.toContain("FAIL");
  expect([code, existsSync(join(image.folder, "data/panel.db"))]).toEqual([0, false]);
});

it("The image runs: sign-in, a save, a backup, and exit code 0 at SIGTERM", async () => {
  const { code } = await whileServing(async () => {
    const browser = new BrowserSession(appUrl);
    const form = await browser.signIn(sandbox.accounts.franchisee, "/sellers/new");
    const seller = { displayName: "Żółta Łódź", email: "zolta@example.pl", mpk: "00777" };
    const saved = await browser.submit(form, seller, "main form");
    expect(saved.textOf("h1")).toBe("Żółta Łódź");
    expect(sandbox.control.sellersWith(({ mpk }) => mpk === "00777")).toHaveLength(1);

    expect(await runInImage(image.healthCheck)).toMatchObject({ code: 0 });
    expect(await runCommand("backup", "data/backup.db")).toMatchObject({ code: 0 });
    expect(sizeOf(join(image.folder, "data/backup.db"))).toBeGreaterThan(10_000);
    rmSync(join(image.folder, "data/backup.db"));
    const { output } = await runCommand("privacy", "export", "--user", sandbox.accounts.franchisee.sub);
    expect(JSON.parse(output)).toMatchObject({ sessions: [{}], history: [{}] });
    expect((await runCommand("contract")).output).toContain("--url");
  });
  expect(code).toBe(0);
  expect(await runInImage(image.healthCheck)).toMatchObject({ code: 1 });
});
