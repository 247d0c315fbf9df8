import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { closeStore } from "../../app/.server/store/open-store";

/** Gives a unit test's process a configuration and an embedded store of its own. */
export function giveOwnStore(): void {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "panel-store-"));
    Object.assign(process.env, {
      APP_URL: "http://localhost:3000",
      OIDC_ISSUER: "http://localhost:4000",
      OIDC_CLIENT_ID: "panel",
      SELLERS_API_URL: "http://localhost:4001",
      PROFILE_API_URL: "http://localhost:4002",
      SESSION_SECRET: "a-secret-that-only-this-test-knows-0001",
      STORE_URL: `lmdb:${folder}`,
    });
  });
  afterAll(async () => {
    await closeStore();
    await rm(folder, { recursive: true, force: true });
  });
}
