import { data } from "@remix-run/node";
import type { z } from "zod";
import { BackendError } from "~/.server/backend/backend-error";
import { NO_ROOM_STATUS, noRoomTextOrThrow } from "~/.server/db/errors";
import { runOnce } from "~/.server/db/submissions";
import { draftField, postedFields, settleDraft, storeDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { validFormKey } from "~/auth/form-key.server";
import { listPath, listQuery, withFrom } from "~/domain/paths";
import { type BulkField, isBulkField } from "~/domain/seller";
import { newSellerSchema } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";
import { MAX_LEFT_OUT } from "~/sellers/list/selection/selection";
import { readPostedSelection } from "~/sellers/list/selection/selection.server";
import { readReason } from "~/sellers/record/disabling-reason.server";
import { cutForEcho, readValue } from "~/ui/form/form-messages";
import { countAndSample } from "./bulk-sample.server";
import {
  type BulkSelection,
  CountChanged,
  maxSellers,
  printBulkSelection,
  readBulkSelection,
  selectedSellers,
} from "./bulk-selection.server";
import { NothingToDo, startJob } from "./job-queue.server";

const BULK_PATH = "/sellers/bulk";

export async function questionOfDraft(ctx: FranchiseeContext) {
  const selection = readBulkSelection(postedFields(ctx));
  return selection && questionOf(ctx, selection);
}

export async function postBulk(ctx: FranchiseeContext) {
  const fields = postedFields(ctx);
  const selection = readBulkSelection(fields);
  if (!selection) return backWithoutSelection(ctx, fields);
  if (fields.get("confirm") !== "1") return (await redirectToDraft(ctx, selection)) ?? questionOf(ctx, selection);
  const key = validFormKey(ctx);
  // The form has expired or was made for another person: ask again with a new key.
  if (!key) return questionOf(ctx, selection);
  const job = orderedJob(ctx, selection);
  if (!job) return data(await questionOf(ctx, selection), { status: 400 });
  try {
    return await startOnce(ctx, key.id, selection, job);
  } catch (error) {
    const { status, text } = refusalOf(error, ctx.t);
    return data(await questionOf(ctx, selection, text), { status });
  }
}

function backWithoutSelection(ctx: FranchiseeContext, fields: URLSearchParams): Promise<Response> {
  const selection = readPostedSelection(fields);
  const isTooLong = selection.all && selection.leftOut.length > MAX_LEFT_OUT;
  const text = ctx.t(isTooLong ? "sellers:selection.leftOutFull" : "sellers:selection.nobody");
  const at = isTooLong ? undefined : "selection";
  return ctx.redirect(listPath(listQuery(fields)), { flash: { kind: "error", text, at } });
}

type OrderedJob = NonNullable<ReturnType<typeof orderedJob>>;

async function startOnce(ctx: FranchiseeContext, formKey: string, selection: BulkSelection, order: OrderedJob) {
  const items = selectedSellers(ctx, selection, Number(postedFields(ctx).get("count")));
  const outcome = await runOnce(`bulk:${formKey}`, async () => ({ id: await startJob(ctx, { ...order, items }) }), {
    fingerprint: JSON.stringify([order, [...printBulkSelection(selection)]]),
  });
  if (outcome.state === "keyReused") {
    return data(await questionOf(ctx, selection, ctx.t("jobs:bulk.otherOrder")), { status: 409 });
  }
  const from = selection.list;
  if (outcome.state === "done") {
    const job = `/sellers/jobs/${outcome.id}`;
    if (ctx.draft) await settleDraft(ctx.draft.id, ctx.session.sub, job);
    return ctx.redirect(withFrom(job, from));
  }
  // The form was sent twice, and the first job is still being stored.
  return ctx.redirect(withFrom(BULK_PATH, from), { flash: { kind: "info", text: ctx.t("jobs:bulk.starting") } });
}

/** @throws the error itself, except if the sellers changed or the database has no room */
function refusalOf(error: unknown, t: Translate): { status: number; text: string } {
  if (error instanceof CountChanged || error instanceof NothingToDo)
    return { status: 409, text: t("jobs:bulk.changed") };
  if (error instanceof BackendError && error.kind === "incomplete")
    return { status: 409, text: t("jobs:bulk.listChanged") };
  return { status: NO_ROOM_STATUS, text: noRoomTextOrThrow(error, t) };
}

function orderedJob({ form, t }: FranchiseeContext, { action, all, query }: BulkSelection) {
  const { q, status, mpk, names } = query;
  const filter = all ? { q, status, mpk, names } : undefined;
  if (action === "change") {
    const { problem, ...change } = readChange(form, t);
    return problem ? undefined : ({ kind: "seller-change", params: { ...change, filter } } as const);
  }
  const { problem, reason } = readReason(form, t);
  if (problem) return undefined;
  const change = action === "enable" ? { accountEnabled: true } : { accountEnabled: false, reason };
  return { kind: "seller-status", params: { ...change, filter } } as const;
}

/** Stores the selection, so that a reload shows the question again. */
async function redirectToDraft(ctx: FranchiseeContext, selection: BulkSelection): Promise<Response | undefined> {
  const form = new FormData();
  for (const [name, value] of printBulkSelection(selection)) form.append(name, value);
  const draft = await storeDraft({ sub: ctx.session.sub, path: BULK_PATH, form }).catch(() => undefined);
  return draft ? ctx.redirect(`${BULK_PATH}?draft=${draft}`) : undefined;
}

export type BulkContent = Awaited<ReturnType<typeof questionOf>>;

async function questionOf(ctx: FranchiseeContext, selection: BulkSelection, problem?: string) {
  const { t } = ctx;
  const { action } = selection;
  const { count, sample } = await countAndSample(ctx, selection);
  const obstacle = obstacleText(selection, count, t);
  const isPossible = obstacle === undefined;
  return {
    action,
    isPossible,
    problem: [problem, obstacle].filter(Boolean).join(" ") || undefined,
    count,
    sample,
    fields: isPossible ? [...printBulkSelection(selection)] : [],
    reason: isPossible && action === "disable" ? readReason(typedFields(ctx), t) : undefined,
    change: isPossible && action === "change" ? typedChange(ctx) : undefined,
    list: listPath(selection.list),
    formKey: ctx.newFormKey(),
  };
}

function obstacleText(selection: BulkSelection, count: number, t: Translate): string | undefined {
  const max = maxSellers(selection);
  if (count === 0) return t("jobs:bulk.nobody");
  if (count <= max) return undefined;
  return selection.all ? t("jobs:bulk.tooMany", { most: max }) : t("sellers:selection.full", { count: max });
}

function typedFields({ form, draft }: FranchiseeContext): Pick<FormData, "get"> {
  return { get: (name) => form.get(name) ?? draftField(draft, name) ?? null };
}

function typedChange(ctx: FranchiseeContext): PostedChange {
  const fields = typedFields(ctx);
  const { problem, ...change } = readChange(fields, ctx.t);
  // Don't call an empty value a problem before the person has submitted it.
  return fields.get("value") === null ? change : { ...change, problem };
}

export type PostedChange = { field: BulkField; value: string; problem?: string };

/** An empty value clears an optional field. */
export function readChange(form: Pick<FormData, "get">, t: Translate): PostedChange {
  const posted = form.get("field") ?? "mpk";
  const typed = form.get("value");
  const text = typeof typed === "string" ? typed : "";
  if (!isBulkField(posted)) return { field: "mpk", value: cutForEcho(text), problem: t("jobs:bulk.change.otherField") };
  const schema: z.ZodType<string | undefined> = newSellerSchema.shape[posted];
  const { value = "", problem } = readValue(schema, text || undefined, t(`sellers:fields.${posted}`), t);
  return problem === undefined ? { field: posted, value } : { field: posted, value: cutForEcho(text), problem };
}
