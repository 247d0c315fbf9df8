import { expect, test } from "vitest";
import { uniqueToken } from "~/.server/tokens";
import { entryOf } from "../../../test/support/entries";
import { storeChanges } from "../../../test/support/many-changes";
import { giveOwnDatabase } from "../../../test/support/own-database";
import { assertHistoryQuota } from "./history-quota.server";

const MAX_MB = 16;
giveOwnDatabase("sqlite", { DATABASE_MAX_MB: `${MAX_MB}` });

const refused = () => entryOf(uniqueToken(), { at: Date.now(), by: { sub: "ewa" }, outcome: "failed" });

test("A person's changes take an eighth of the database at most", async () => {
  const max = Math.floor((MAX_MB * 1024 * 1024) / 8 / 1_200);
  await storeChanges(Array.from({ length: 100 }, refused));
  await assertHistoryQuota("ewa", max - 100);
  await expect(assertHistoryQuota("ewa", max - 99)).rejects.toMatchObject({ kind: "history" });
  await assertHistoryQuota("piotr", max);
});
