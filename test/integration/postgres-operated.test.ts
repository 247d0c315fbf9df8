import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { countsOf } from "../support/job-pages";
import { createDatabase, giveToServerUser, promote, startPostgres } from "../support/postgres";
import { startTcpForward } from "../support/tcp-forward";
import { workAtHand } from "../support/work-at-hand";
import { giveWorld } from "./support/given-world";

const SELLERS = 120;

/** The certificate of the authority that signed the server's certificate. */
let authority = "";

/** Makes a certificate of a company's own authority, which Node doesn't trust by itself. */
function certified(folder: string): Record<string, string> {
  const at = (name: string) => join(folder, name);
  const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  const signed = ["-CA", at("ca.pem"), "-CAkey", at("ca.key"), "-addext", "subjectAltName=IP:127.0.0.1"];
  for (const args of [
    [...made, "-keyout", at("ca.key"), "-out", at("ca.pem"), "-subj", "/CN=The company"],
    [...made, ...signed, "-keyout", at("host.key"), "-out", at("host.pem"), "-subj", "/CN=127.0.0.1"],
  ])
    expect(spawnSync("openssl", args).status).toBe(0);
  giveToServerUser(at("host.key"));
  authority = at("ca.pem");
  return { ssl: "on", ssl_cert_file: at("host.pem"), ssl_key_file: at("host.key") };
}

const postgres = await startPostgres(certified);
const address = await startTcpForward(postgres.port);
const url = new URL(await createDatabase(postgres.port));
url.port = String(address.port);
url.search = `sslmode=verify-full&sslrootcert=${authority}`;
const standby = await postgres.startStandby();
afterAll(async () => {
  address.close();
  await standby.remove();
  await postgres.remove();
});
const { world } = giveWorld({ isOwn: true, sandbox: { sellers: { count: SELLERS } }, databaseUrl: url.href });

it("A failover of PostgreSQL loses nothing and does nothing twice", async () => {
  const { accounts, control } = world.sandbox;
  for (const { id } of control.sellers()) control.changeSeller(id, { accountEnabled: true });
  const anna = await workAtHand(world, accounts.franchisee, 1);
  control.clearRequests();
  control.fault({ target: "sellers", method: "PATCH", delayMs: 100 });
  const job = await anna.startJob(control.sellers().map(({ id }) => id));
  await expect.poll(() => anna.pages.writes().length).toBeGreaterThan(8);

  await postgres.stop("SIGQUIT");
  address.leadTo(standby.port);
  await promote(standby);
  control.clearFaults();

  const isBack = async () => (await anna.browser.get("/profile", { follow: false })).status;
  await expect.poll(isBack).toBe(200);
  await anna.isThere();
  expect(countsOf(await anna.pages.becomes(job, "Zakończono"))).toEqual([SELLERS, 0, 0, 0]);
  expect(control.sellersWith(({ accountEnabled }) => accountEnabled)).toEqual([]);
  await anna.change("PO-ZMIANIE");
  expect(await anna.history()).toContain("PO-ZMIANIE");
});

it("A server whose certificate nobody vouches for gets no query", async () => {
  url.searchParams.delete("sslrootcert");
  world.env.DATABASE_URL = url.href;
  await world.restart();
  expect((await fetch(`${world.appUrl}/readyz`)).status).toBe(503);
  await expect.poll(() => world.app.logs()).toMatch(/self-signed certificate|unable to (?:verify|get)/);
});
