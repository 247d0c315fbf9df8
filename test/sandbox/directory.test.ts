import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Account } from "./accounts";
import { RelyingParty } from "./relying-party";
import { accounts, type Sandbox, startSandbox } from "./sandbox";

vi.setConfig({ testTimeout: 30_000 });

const APP = "http://127.0.0.1:9";
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ appUrl: APP });
}, 60_000);
afterAll(() => sandbox?.close());

async function readAs(account: Account, path = account.sub): Promise<Response> {
  const { access_token } = await new RelyingParty(sandbox, `${APP}/auth`).signIn(account);
  return fetch(`${sandbox.profileUrl}/api/DirectoryObject/${path}`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
}

it.each(["franchisee", "listed", "imageless", "outsider"] as const)("The directory has a record of %s", async (key) => {
  const response = await readAs(accounts[key]);
  expect(response.status).toBe(200);
  expect((await response.json()).Value.directoryObject).toMatchObject({
    id: accounts[key].sub,
    displayName: accounts[key].name,
    jobTitle: accounts[key].jobTitle,
    mail: accounts[key].email,
  });
});

it("The directory shows nobody an unknown person's or another's record", async () => {
  expect((await readAs(accounts.unknown)).status).toBe(404);
  expect((await readAs(accounts.unknown, `${accounts.unknown.sub}/image`)).status).toBe(404);
  expect((await readAs(accounts.franchisee, accounts.listed.sub)).status).toBe(403);
  expect((await readAs(accounts.franchisee, `${accounts.listed.sub}/image`)).status).toBe(403);
  expect((await fetch(`${sandbox.profileUrl}/api/DirectoryObject/${accounts.franchisee.sub}`)).status).toBe(401);
});

it("The directory draws each person a picture of their own, or none", async () => {
  const pictures: Buffer[] = [];
  for (const account of [accounts.franchisee, accounts.listed]) {
    const response = await readAs(account, `${account.sub}/image`);
    expect(response.headers.get("content-type")).toBe("image/png");
    const picture = Buffer.from(await response.arrayBuffer());
    const start = picture.indexOf("IDAT") + 4;
    const pixels = inflateSync(picture.subarray(start, start + picture.readUInt32BE(start - 8)));
    const size = picture.readUInt32BE(16);
    expect(pixels).toHaveLength(size * (1 + size * 3));
    pictures.push(picture);
  }
  expect(pictures[0]?.equals(pictures[1] as Buffer)).toBe(false);
  expect((await readAs(accounts.imageless, `${accounts.imageless.sub}/image`)).status).toBe(404);
});
