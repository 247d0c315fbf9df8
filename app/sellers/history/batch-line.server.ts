import type { Translate } from "~/i18n/catalogues";
import { capitalized } from "~/i18n/format";
import type { StoredJobs } from "~/sellers/write/stored-jobs.server";
import { fieldLabel } from "./changes/change-parts";
import { type HistoryRow, type HistoryView, kindOfChange } from "./history-view";

export type BatchLine = ReturnType<typeof batchLine>;

/** @param jobs those that are still stored */
export function batchLine(t: Translate, row: HistoryRow, jobs: StoredJobs) {
  const { entries } = row;
  const jobId = entries[0]?.jobId ?? "";
  const job = jobs[jobId];
  return {
    what: batchText(t, row),
    isOfOneKind: new Set(entries.map(kindOfChange)).size === 1,
    jobId: job && jobId,
    canUndo: job?.isOver === true && entries.some(({ undoable }: HistoryView) => undoable),
  };
}

/** What a batch did: „Import: dodano 19 sprzedawców”. */
export function batchText(
  t: Translate,
  { count, done, fields }: Pick<HistoryRow, "count" | "done" | "fields">,
): string {
  const kinds = Object.entries(done) as [keyof typeof done, number][];
  // Nothing is done yet, or all of it has failed.
  if (kinds.length === 0) return t("history:jobOf", { count });
  const named = kinds.length === 1 && done.update ? ` (${fields.map((field) => fieldLabel(t, field)).join(", ")})` : "";
  const what = kinds.map(([kind, some]) => t(`history:did.${kind}`, { count: some })).join(", ") + named;
  return done.create ? t("history:import", { what }) : capitalized(what);
}
