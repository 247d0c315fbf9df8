import type { z } from "zod";
import type { Translate } from "~/i18n/catalogues";
import { sellerChange, sellerStatus } from "./bulk-changes.server";
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

export type StoredKind = { kind: string; params?: unknown };

/** @returns undefined for a later release's kind. The cast is safe: kinds parse their own items. */
export function kindOf({ kind }: Pick<StoredKind, "kind">): AnyKind | undefined {
  return Object.hasOwn(jobKinds, kind) ? (jobKinds[kind as KindName] as unknown as AnyKind) : undefined;
}

/** @returns undefined for a kind or parameters that only another release knows */
export function runnableKind(job: StoredKind): AnyKind | undefined {
  const kind = kindOf(job);
  return kind?.params.safeParse(job.params).success ? kind : undefined;
}

/** A job's title; empty if this release can't run the job. */
export function jobTitle(job: StoredKind, t: Translate): string {
  return runnableKind(job)?.title(t, job.params) ?? "";
}
