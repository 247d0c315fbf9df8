import type { z } from "zod";
import type { Translate } from "~/i18n/catalogues";
import { capitalized } from "~/i18n/format";
import { sellerChange, sellerStatus } from "./bulk-changes.server";
import { endedItems, type ItemCounts } from "./job";
import type { AnyKind } from "./job-item.server";
import { sellerImport } from "./seller-import.server";
import { sellerUndo } from "./seller-undo.server";

const jobKinds = {
  "seller-change": sellerChange,
  "seller-import": sellerImport,
  "seller-status": sellerStatus,
  "seller-undo": sellerUndo,
};

export type KindName = keyof typeof jobKinds;
export type ItemOf<Name extends KindName> = z.output<(typeof jobKinds)[Name]["item"]>;
export type ParamsOf<Name extends KindName> = z.output<(typeof jobKinds)[Name]["params"]>;

type StoredKind = { kind: string; params?: unknown };

// The cast lets callers treat all kinds alike: each parses its own items and parameters.
export function kindOf({ kind }: Pick<StoredKind, "kind">): AnyKind | undefined {
  return Object.hasOwn(jobKinds, kind) ? (jobKinds[kind as KindName] as unknown as AnyKind) : undefined;
}

/** @returns undefined for parameters that only another release knows */
export function runnableKind(job: StoredKind): AnyKind | undefined {
  const kind = kindOf(job);
  return kind?.params.safeParse(job.params).success ? kind : undefined;
}

/** A job's title; empty if this release can't run the job. */
export function jobTitle(job: StoredKind, t: Translate): string {
  return runnableKind(job)?.title(t, job.params) ?? "";
}

/** The results that a summary names after the done ones, in this order. */
const otherResults = ["failed", "unknown", "skipped", "notRun"] as const;

/** Says what an ended job did: „Wyłączono 5 kont, 2 nieudane”. */
export function resultSummary(job: StoredKind & { total: number }, t: Translate, counts: ItemCounts): string {
  const kind = runnableKind(job);
  if (!kind) return t("jobs:state.finished");
  const all = { ...counts, notRun: job.total - endedItems(counts) };
  const others = otherResults
    .filter((result) => all[result] > 0)
    .map((result) => t(`jobs:items.${result}`, { count: all[result] }));
  if (counts.done > 0) return capitalized([kind.doneText(t, job.params, counts), ...others].join(", "));
  return `${kind.title(t, job.params)} – ${others.join(", ")}`;
}
