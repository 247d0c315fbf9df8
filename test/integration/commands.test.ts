import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../../scripts/lib/project.mjs";
import { startWorld, type World } from "../support/world";

const run = promisify(execFile);

let world: World;
beforeAll(async () => {
  world = await startWorld({ sandbox: { sellers: { count: 5 } } });
});
afterAll(() => world?.close());

/** As in the image: of the build alone, in a folder that holds no sources. */
const command = async (name: string, ...args: string[]) => {
  const { PATH = "" } = process.env;
  const file = join(root, `build/commands/${name}.js`);
  return (
    await run(process.execPath, [file, ...args], { cwd: tmpdir(), env: { NODE_ENV: "production", PATH, ...world.env } })
  ).stdout;
};

it("the build tells and erases what is kept of a person, while the server runs", async () => {
  const browser = world.browser();
  await browser.signIn(world.sandbox.accounts.franchisee, "/profile");
  const { sub } = world.sandbox.accounts.franchisee;
  expect(JSON.parse(await command("privacy", "export", "--user", sub))).toMatchObject({ sessions: [{ sub }] });
  expect(JSON.parse(await command("privacy", "erase", "--user", sub))).toMatchObject({ sessions: 1 });
  expect((await browser.get("/auth/session")).status).toBe(401);
});

it("the build examines its configuration", async () => {
  expect(await command("doctor")).toContain("ok    sellers backend");
});
