import { expect, test } from "vitest";
import { uniqueToken } from "~/.server/tokens";
import type { HistoryEntry } from "~/domain/history-entry";
import { storeChanges } from "../../../test/support/many-changes";
import { giveOwnDatabase } from "../../../test/support/own-database";
import { assertHistoryShare } from "./history-journal.server";

const MAX_MB = 16;
giveOwnDatabase("sqlite", { DATABASE_MAX_MB: `${MAX_MB}` });

const values = { displayName: "Nowak Anna", email: "nowak@example.pl", mpk: "00123" };
const changeBy = (sub: string): HistoryEntry => ({
  id: uniqueToken(),
  at: Date.now(),
  by: { sub },
  sellerName: values.displayName,
  outcome: "failed",
  requestId: "r",
  action: "create",
  after: values,
});

test("A person's changes take an eighth of the database at most", async () => {
  const max = Math.floor((MAX_MB * 1024 * 1024) / 8 / 2_500);
  await storeChanges(Array.from({ length: 100 }, () => changeBy("ewa")));
  await assertHistoryShare("ewa", max - 100);
  await expect(assertHistoryShare("ewa", max - 99)).rejects.toMatchObject({ kind: "history" });
  await assertHistoryShare("piotr", max);
});
