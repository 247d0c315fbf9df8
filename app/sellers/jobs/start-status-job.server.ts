import { data } from "@remix-run/node";
import { BackendError } from "~/.server/backend/backend-client";
import { createSellersApi } from "~/.server/backend/sellers-api";
import { once } from "~/.server/store/idempotency";
import { dropDraft } from "~/auth/drafts.server";
import type { Franchisee } from "~/auth/for-franchisee.server";
import { openFormKey } from "~/auth/form-key.server";
import { listPath } from "~/sellers/list-link";
import { printSellerQuery } from "~/sellers/query";
import type { Seller } from "~/sellers/seller";
import type { BulkContent, BulkSample } from "./bulk";
import {
  CountChanged,
  chosenSellers,
  mostOf,
  printSelection,
  readSelection,
  type Selection,
} from "./bulk-selection.server";
import { NothingToDo, startJob } from "./start-job.server";

/** Sellers that the page which asks for confirmation names. */
const SAMPLE = 10;

/** The question about a choice that was held when its session ended, or its backend failed. */
export async function heldQuestion(franchisee: Franchisee): Promise<BulkContent | undefined> {
  const fields = Object.entries(franchisee.draft?.fields ?? {});
  const pairs = fields.flatMap(([name, values]) => [values].flat().map((value): [string, string] => [name, value]));
  const selection = readSelection(new URLSearchParams(pairs));
  return selection && askFor(franchisee, selection);
}

/**
 * Asks if the chosen accounts should be changed, or changes them when that was confirmed: as a job, once however often
 * the form is sent, and only if as many sellers are chosen as the person was told.
 * @returns what to ask, or a redirect to the job; undefined when nothing was chosen
 */
export async function changeStatuses(franchisee: Franchisee) {
  const fields = new URLSearchParams();
  for (const [name, value] of franchisee.form) if (typeof value === "string") fields.append(name, value);
  const selection = readSelection(fields);
  if (!selection) return undefined;
  const key = await openFormKey(fields.get("formKey"));
  if (fields.get("confirm") !== "1" || key?.sub !== franchisee.session.sub) return askFor(franchisee, selection);
  const items = chosenSellers(franchisee, selection, Number(fields.get("count")));
  const params = { accountEnabled: selection.action === "enable" };
  try {
    const outcome = await once(`bulk:${key.id}`, () => startJob(franchisee, { kind: "seller-status", params, items }));
    if (franchisee.draft) await dropDraft(franchisee.draft.id);
    if (outcome.state === "done") return franchisee.redirect(`/sellers/jobs/${outcome.result}`);
    // Sent twice, and the first is still being written down: the person's jobs show it as soon as it is.
    return franchisee.redirect("/sellers/bulk", { flash: { kind: "info", text: franchisee.t("bulk:starting") } });
  } catch (error) {
    if (!(error instanceof CountChanged || error instanceof NothingToDo)) throw error;
    return data(await askFor(franchisee, selection, franchisee.t("bulk:changed")), { status: 409 });
  }
}

/** What the page says before many accounts are changed. */
async function askFor(franchisee: Franchisee, selection: Selection, problem?: string): Promise<BulkContent> {
  const { t } = franchisee;
  const { action } = selection;
  const { count, sample, already } = await look(franchisee, selection);
  const possible = count > 0 && count <= mostOf(selection);
  const tooMany = selection.all ? "bulk:tooMany" : "bulk:tooManyTicked";
  const unable = possible ? undefined : t(count === 0 ? "bulk:nobody" : tooMany, { most: mostOf(selection) });
  const skipped = already ? [t("bulk:already", { count: already })] : [];
  const hidden = count - sample.length;
  return {
    action,
    title: t(`bulk:title.${action}`),
    question: possible ? t(`bulk:question.${action}`, { count }) : undefined,
    notes: [...skipped, t(`bulk:effect.${action}`)],
    confirm: t(`bulk:confirm.${action}`),
    problem: unable ?? problem,
    sampleTitle: t("bulk:sample"),
    sample,
    more: hidden > 0 ? t("bulk:more", { count: hidden }) : undefined,
    count,
    // Nothing to agree to, nothing to send back: a hundred thousand ids would come and go for nothing.
    fields: possible ? [...printSelection(selection)] : [],
    list: listPath(printSellerQuery(selection.query).toString()),
    formKey: await franchisee.newFormKey(),
  };
}

type Look = Pick<BulkContent, "count" | "sample"> & {
  /** How many are as asked already; only known when all that match were chosen. */
  already?: number;
};

async function look(franchisee: Franchisee, selection: Selection): Promise<Look> {
  if (!selection.all) {
    const records = await Promise.all(selection.ids.slice(0, SAMPLE).map((id) => nameOf(franchisee, id)));
    return { count: selection.ids.length, sample: records.filter((record) => record !== undefined) };
  }
  const { api } = franchisee;
  const query = { ...selection.query, page: 1, size: SAMPLE };
  const asked = selection.action === "enable" ? "active" : "inactive";
  const [{ total, sellers }, done] = await Promise.all([
    api.sellers.list(query),
    query.status ? undefined : api.sellers.list({ ...query, status: asked, size: 1 }),
  ]);
  const already = done ? done.total : query.status === asked ? total : 0;
  return { count: total, sample: sellers.slice(0, SAMPLE).map(sampleOf), already };
}

/** A seller that is gone, or a backend that doesn't say, is no reason not to ask: the job tells of each. */
async function nameOf({ tokens }: Franchisee, id: string): Promise<BulkSample | undefined> {
  try {
    return sampleOf((await createSellersApi(tokens).get(id)).seller);
  } catch (error) {
    if (error instanceof BackendError) return undefined;
    throw error;
  }
}

function sampleOf({ id, displayName, email, mpk, accountEnabled }: Seller): BulkSample {
  return { id, displayName, email, mpk, accountEnabled };
}
