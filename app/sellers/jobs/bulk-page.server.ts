import { data } from "@remix-run/node";
import { allMatching } from "~/.server/backend/all-matching";
import { isHidden } from "~/.server/backend/backend-error";
import { known, optional, unreachable } from "~/.server/backend/optional";
import { env } from "~/.server/env";
import { inTime } from "~/.server/http/deferred";
import { once } from "~/.server/store/idempotency";
import { NO_ROOM, noRoomWords } from "~/.server/store/no-room";
import { dropDraft, storeDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { openFormKey } from "~/auth/form-key.server";
import { listPath, listQuery, withFrom } from "~/domain/list-link";
import { sellerFilter } from "~/domain/local-filter";
import type { Seller } from "~/domain/seller";
import { MAX_LEFT_OUT } from "~/sellers/list/selection";
import { postedFields } from "~/sellers/list/selection.server";
import { readReason } from "~/sellers/write/disable-reason.server";
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
/** Sellers that the backend is asked for at once. */
const ASKED_AT_ONCE = 6;
/** Sellers that it names when only the backend can tell whether they match the search. */
const UNVERIFIED_SAMPLE = 1_000;

/** The question about a choice that became a draft when its session ended, or its backend failed. */
export async function draftQuestion(ctx: FranchiseeContext) {
  const selection = readSelection(postedFields(ctx));
  return selection && askFor(ctx, selection);
}

/**
 * Asks if the chosen accounts should be changed, or changes them when that was confirmed: as a job, once however often
 * the form is sent, and only if as many sellers are chosen as the person was told.
 * @returns what to ask, or a redirect: to the job, or back to the list when nothing was chosen, which says so
 */
export async function changeStatuses(ctx: FranchiseeContext) {
  const fields = postedFields(ctx);
  const selection = readSelection(fields);
  if (!selection) {
    const list = listPath(listQuery(fields));
    return ctx.redirect(list, { flash: { kind: "error", text: ctx.t("sellers:selection.nobody"), at: "selection" } });
  }
  const key = await openFormKey(fields.get("formKey"));
  if (fields.get("confirm") !== "1") return (await questionPage(ctx, selection)) ?? askFor(ctx, selection);
  if (key?.sub !== ctx.session.sub) return askFor(ctx, selection);
  const given = readReason(ctx.form, ctx.t);
  if (given.problem) return data(await askFor(ctx, selection), { status: 400 });
  const items = chosenSellers(ctx, selection, Number(fields.get("count")));
  const from = selection.list;
  const filter = selection.all ? selection.query : undefined;
  const state = selection.action === "enable" ? { accountEnabled: true } : { accountEnabled: false, ...given };
  const params = { ...state, ...(filter ? { filter: filterOf(filter) } : {}) };
  try {
    const start = () => startJob(ctx, { kind: "seller-status", params, items });
    const outcome = await once(`bulk:${key.id}`, start);
    if (ctx.draft) await dropDraft(ctx.draft.id);
    if (outcome.state === "done") return ctx.redirect(withFrom(`/sellers/jobs/${outcome.result}`, from));
    // Sent twice, and the first is still being written down: the person's jobs show it as soon as it is.
    return ctx.redirect(withFrom("/sellers/bulk", from), { flash: { kind: "info", text: ctx.t("bulk:starting") } });
  } catch (error) {
    const changed = error instanceof CountChanged || error instanceof NothingToDo;
    const problem = changed ? ctx.t("bulk:changed") : noRoomWords(error, ctx.t);
    return data(await askFor(ctx, selection, problem), { status: changed ? 409 : NO_ROOM });
  }
}

function filterOf({ q, status, mpk, names }: Selection["query"]) {
  return { q, status, mpk, names };
}

/** The question at an address of its own, for a reload, another language and Back; none for a choice that is too large, or without room. */
async function questionPage(ctx: FranchiseeContext, selection: Selection): Promise<Response | undefined> {
  const form = new FormData();
  for (const [name, value] of printSelection(selection)) form.append(name, value);
  const path = "/sellers/bulk";
  const draft = await storeDraft({ formKey: ctx.session, path, form }).catch(() => undefined);
  return draft ? ctx.redirect(`${path}?draft=${draft}`) : undefined;
}

/** What the page says before many accounts are changed, in the person's language. */
export type BulkContent = Awaited<ReturnType<typeof askFor>>;

async function askFor(ctx: FranchiseeContext, selection: Selection, problem?: string) {
  const { t } = ctx;
  const { action } = selection;
  const { count, sample, already } = await look(ctx, selection);
  const possible = count > 0 && count <= mostOf(selection);
  const tooMany = selection.all ? "bulk:tooMany" : "bulk:tooManyTicked";
  const unable = possible ? undefined : t(count === 0 ? "bulk:nobody" : tooMany, { most: mostOf(selection) });
  const skipped = already ? [t(`bulk:already.${action}`, { count: already })] : [];
  const hidden = count - sample.length;
  return {
    action,
    title: t(`bulk:title.${action}`, { count }),
    /** Absent when there is nothing to agree to. */
    question: possible ? t(`bulk:question.${action}`, { count }) : undefined,
    notes: [...skipped, t(`bulk:effect.${action}`, { count })],
    confirm: t(`bulk:confirm.${action}`, { count }),
    /** Why nothing was changed, or can't be. */
    problem: unable ?? problem,
    sampleTitle: t("bulk:sample"),
    sample,
    /** How many more there are than the sample shows. */
    more: hidden > 0 ? t("bulk:more", { count: hidden }) : undefined,
    count,
    // Nothing to agree to, nothing to send back: a hundred thousand ids would come and go for nothing.
    fields: possible ? [...printSelection(selection)] : [],
    /** What was typed of it; absent when nobody is asked for one. */
    reason: possible && action === "disable" ? typedReason(ctx) : undefined,
    /** The list that was chosen on. */
    list: listPath(selection.list),
    formKey: await ctx.newFormKey(),
  };
}

/** From the posted form, or the draft that it became. */
function typedReason({ form, draft, t }: FranchiseeContext) {
  const drafted = [draft?.fields.reason].flat()[0] ?? null;
  return readReason({ get: (name) => form.get(name) ?? drafted }, t);
}

/** `already`: how many are as asked; only known when all that match were chosen. */
async function look(ctx: FranchiseeContext, selection: Selection) {
  if (!selection.all) {
    const records = await Promise.all(selection.ids.slice(0, SAMPLE).map((id) => nameOf(ctx, id)));
    return { count: selection.ids.length, sample: records.filter((record) => record !== undefined) };
  }
  const query = { ...selection.query, page: 1, size: SAMPLE + selection.leftOut.length };
  const asked = selection.action === "enable" ? "active" : "inactive";
  const [{ total, sellers }, done, leftOut] = await Promise.all([
    ctx.sellers.list(query),
    query.status ? undefined : ctx.sellers.list({ ...query, status: asked, size: 1 }),
    leftOutOf(ctx, selection),
  ]);
  const already = done ? done.total : query.status === asked ? total : 0;
  const isAsAsked = ({ accountEnabled }: Seller) => accountEnabled === (asked === "active");
  const ids = new Set(selection.leftOut);
  const isUnverified = env().SELLERS_SEARCH === "backend" && query.q !== "";
  const named = isUnverified ? await firstMatching(ctx, selection) : sellers;
  return {
    count: total - leftOut.length,
    sample: named
      .filter(({ id }) => !ids.has(id))
      .slice(0, isUnverified ? UNVERIFIED_SAMPLE : SAMPLE)
      .map(sampleOf),
    already: already - leftOut.filter(isAsAsked).length,
  };
}

async function firstMatching({ sellers: backend }: FranchiseeContext, { query }: Selection): Promise<Seller[]> {
  const found: Seller[] = [];
  for await (const { sellers } of allMatching(backend, query)) {
    found.push(...sellers);
    if (found.length >= UNVERIFIED_SAMPLE + MAX_LEFT_OUT) break;
  }
  return found;
}

/** Those left out that would be changed otherwise: whoever is gone, or doesn't match any more, isn't in the list's total. */
async function leftOutOf({ sellers }: FranchiseeContext, { leftOut, query }: Selection & { all: true }) {
  const matches = sellerFilter(env().SELLERS_SEARCH === "backend" ? { ...query, q: "" } : query);
  const open = [...leftOut];
  const found: Seller[] = [];
  const ask = async () => {
    for (let id = open.shift(); id !== undefined; id = open.shift()) {
      const seller = await sellers.get(id).then(
        (record) => record.seller,
        (error: unknown) => {
          if (!isHidden(error)) throw error;
        },
      );
      if (seller && (!matches || matches(seller))) found.push(seller);
    }
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, ask));
  return found;
}

/** A seller that is gone, or a backend that doesn't say, is no reason not to ask: the job tells of each. */
async function nameOf({ sellers }: FranchiseeContext, id: string) {
  const record = known(await inTime(optional(sellers.get(id)), unreachable));
  return record ? sampleOf(record.seller) : undefined;
}

function sampleOf({ id, displayName, email, mpk, accountEnabled }: Seller) {
  return { id, displayName, email, mpk, accountEnabled };
}
