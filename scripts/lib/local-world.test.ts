import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { giveFolder } from "../../test/support/own-folder";
import { requestedPort } from "./local-world.mjs";
import { freePort } from "./process.mjs";
import { root } from "./project.mjs";

const folder = giveFolder();

/** A command as `npm run demo`: a process of the household listens, and the command prints. */
const DEMO = `
  import { runToTheEnd } from ${JSON.stringify(join(root, "scripts/lib/local-world.mjs"))};
  await runToTheEnd(async (household) => {
    household.add("app", ["-e", "require('net').createServer().listen(process.env.DEMO_PORT, '127.0.0.1')"], {});
    setInterval(() => console.log("still here"), 100);
    return household.ended;
  });`;

writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { demo: "node demo.mjs" } }));
writeFileSync(join(folder, "demo.mjs"), DEMO);

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("connect", () => socket.destroy()).once("error", () => resolve(false));
  });

/** Starts an npm script and waits until it listens. */
async function startScript(cwd: string, script: string, args: string[], port: number): Promise<ChildProcess> {
  const env = { ...process.env, DEMO_PORT: `${port}` };
  const npm = spawn("npm", ["run", script, "--", ...args], { cwd, env, stdio: ["ignore", "pipe", "ignore"] });
  npm.stdout.resume();
  await expect.poll(() => isOpen(port), { timeout: 60_000 }).toBe(true);
  return npm;
}

test.each([
  ["with npm, which passes SIGTERM on to nobody but its shell", (npm: ChildProcess) => npm.kill("SIGTERM")],
  ["when nobody reads its output any more", (npm: ChildProcess) => npm.stdout?.destroy()],
])("The demo ends %s", async (_when, end) => {
  const port = await freePort();
  end(await startScript(folder, "demo", [], port));
  await expect.poll(() => isOpen(port), { timeout: 30_000 }).toBe(false);
});

test("The sandbox ends with npm", async () => {
  const port = await freePort();
  const others = ["--sellers-port=0", "--profile-port=0", "--control-port=0", "--directory="];
  const npm = await startScript(root, "sandbox", [`--provider-port=${port}`, ...others], port);
  npm.kill("SIGTERM");
  await expect.poll(() => isOpen(port), { timeout: 30_000 }).toBe(false);
});

test("PORT chooses the demo's port; a taken or wrong one is refused in words", async () => {
  const port = await freePort();
  expect(await requestedPort(undefined)).toBeUndefined();
  expect(await requestedPort(`${port}`)).toBe(port);
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  await expect(requestedPort(`${port}`)).rejects.toThrow(`Port ${port} is taken.`);
  server.close();
  for (const wrong of ["abc", "0", "70000"])
    await expect(requestedPort(wrong)).rejects.toThrow("PORT must be a number");
});
