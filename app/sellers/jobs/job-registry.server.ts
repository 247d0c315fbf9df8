import type { z } from "zod";
import type { Translate } from "~/i18n/catalogues";
import type { JobKind } from "./job-kind.server";
import { sellerImport } from "./seller-import.server";
import { sellerStatus } from "./seller-status.server";
import { sellerUndo } from "./seller-undo.server";

/** Every kind of job, under the name that is stored. */
export const jobKinds = {
  "seller-import": sellerImport,
  "seller-status": sellerStatus,
  "seller-undo": sellerUndo,
};

export type KindName = keyof typeof jobKinds;
export type ItemOf<Name extends KindName> = z.output<(typeof jobKinds)[Name]["item"]>;
export type ParamsOf<Name extends KindName> = z.output<(typeof jobKinds)[Name]["params"]>;

/** A kind whose items and parameters are checked by its own schemas before they reach it. */
export function kindOf(name: string): JobKind<unknown, unknown> | undefined {
  return Object.hasOwn(jobKinds, name)
    ? (jobKinds[name as KindName] as unknown as JobKind<unknown, unknown>)
    : undefined;
}

/** Whether this release knows how to do a job: one of a kind, or with parameters, that only another one knows it leaves to that. */
export function isKnown({ kind, params }: { kind: string; params?: unknown }): boolean {
  return kindOf(kind)?.params.safeParse(params).success === true;
}

/** What a job is called; one that isn't known has no name. */
export const titleOf = (job: NamedJob, t: Translate) => textOf(job, "title", t) ?? "";

/** Says that a job is over. */
export const endOf = (job: NamedJob, t: Translate) => textOf(job, "ended", t) ?? t("outcomes:state.finished");

type NamedJob = { kind: string; params?: unknown };

function textOf({ kind, params }: NamedJob, text: "title" | "ended", t: Translate): string | undefined {
  const jobKind = kindOf(kind);
  const read = jobKind?.params.safeParse(params);
  return read?.success ? jobKind?.[text](t, read.data) : undefined;
}
