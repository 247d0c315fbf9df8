import { existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { freePort } from "../../scripts/lib/process.mjs";
import { RelyingParty } from "../sandbox/relying-party";
import { runCommand } from "../support/built-command";
import { giveFolder } from "../support/own-folder";
import { giveWorld } from "./support/given-world";

const { world, browser } = giveWorld({ sandbox: { sellers: { count: 5 } } });

const folder = giveFolder();
const command = async (name: string, ...args: string[]) => {
  const { code, stdout } = await runCommand(name, args, world.env);
  expect(code).toBe(0);
  return stdout;
};

it("The build's commands tell and erase a person's data beside the server", async () => {
  const { sub } = world.sandbox.accounts.franchisee;
  expect(JSON.parse(await command("privacy", "export", "--user", sub))).toMatchObject({ sessions: [{ sub }] });
  expect(JSON.parse(await command("privacy", "erase", "--user", sub))).toMatchObject({ sessions: 1 });
  expect(await browser.isSignedIn()).toBe(false);
});

it("A database that isn't there ends the command, and isn't created", async () => {
  const missing = join(tmpdir(), `none-${process.pid}`, "panel.db");
  for (const verb of ["export", "erase"]) {
    const failed = await runCommand("privacy", [verb, "--user", "anybody"], {
      ...world.env,
      DATABASE_URL: `file:${missing}`,
    });
    expect(failed).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("There is no database at") });
  }
  expect(existsSync(missing)).toBe(false);
});

it("A database that is away ends the command, which says so", async () => {
  const nobody = `postgres://panel@127.0.0.1:${await freePort()}/panel`;
  const failed = await runCommand("privacy", ["erase", "--user", "anybody"], { ...world.env, DATABASE_URL: nobody });
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("database can't be reached") });
});

it("The build examines a sellers backend and prints the lines to configure", async () => {
  const { sandbox } = world;
  const tokens = await new RelyingParty(sandbox, `${world.appUrl}/auth`).signIn(sandbox.accounts.franchisee);
  const file = join(folder, "token");
  writeFileSync(file, `${tokens.access_token}\n`);
  const target = ["--url", sandbox.sellersUrl, "--token-file", file];
  const before = sandbox.control.sellers().map((seller) => ({ ...seller }));
  const report = await command("contract", ...target, "--write", before[0]?.id ?? "");
  expect(report).toContain("✓ 412 for an old If-Match");
  expect(report).not.toContain("✗");
  expect(report).toContain(
    "SELLERS_PARAMS=search=search,accountEnabled=accountEnabled,sort=sort,page=page,pageSize=pageSize\n" +
      "SELLERS_FIRST_PAGE=1\nSELLERS_SORT=sign\nSELLERS_LIST_KEY=sellers\nSELLERS_TOTAL_KEY=total\nSELLERS_PAGE_MAX=100\n",
  );
  expect(sandbox.control.sellers()).toEqual(before);
  expect(await command("doctor", "--token-file", file)).toContain("ok    sellers contract: 5 sellers");
  const failed = await runCommand("contract", [...target.slice(0, 2), "--token", "expired"], world.env);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("answers 401") });
});
