import { data } from "@remix-run/node";
import { BackendError } from "~/.server/backend/backend-client";
import { isOutcomeUnknown } from "~/.server/backend/backend-error";
import { once } from "~/.server/store/idempotency";
import { LockBusy, withLock } from "~/.server/store/lock";
import { isForThePage } from "~/auth/failure.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { openFormKey } from "~/auth/form-key.server";
import { editableOf } from "~/sellers/change";
import type { HistoryEntry } from "~/sellers/history-entry";
import type { SellerChange } from "~/sellers/seller";
import { type Undo, undoOf } from "~/sellers/undo";
import { findEntry } from "~/sellers/write/change-journal.server";
import { noted, recordedFor } from "~/sellers/write/recorded-sellers.server";
import { undoLink } from "./undo-link.server";
import type { UndoRefusal } from "./undo-refusal";

/** How often a record that changes between our reading and our writing is read again. */
const MAX_ROUNDS = 3;
/** Outlasts reading and writing the record MAX_ROUNDS times. */
const LEASE_MS = 120_000;
const WAIT_MS = 5_000;

type Because =
  | Extract<Undo, { possible: false }>["because"]
  | "missing"
  | "expired"
  | "running"
  | "unknown"
  | "taken"
  | "rejected";
type Impossible = { because: Because } & Partial<UndoRefusal>;

class Refused extends Error {
  readonly impossible: Impossible;
  constructor(impossible: Impossible) {
    super(`Not undone: ${impossible.because}`);
    this.name = "Refused";
    this.impossible = impossible;
  }
}

/**
 * Takes back the posted `change`, once however often its form is sent: the record gets the values it had, unless
 * somebody has changed it since. With `only=own` the newer values of other fields are kept.
 * @param page where to go afterwards
 * @param sellerId the page's seller, when it shows the history of one only
 * @returns a redirect to the page, or why nothing was taken back
 */
export async function undoChange(ctx: FranchiseeContext, page: string, sellerId?: string) {
  const { form, session, t } = ctx;
  const changeId = String(form.get("change") ?? "");
  const keepOthers = form.get("only") === "own";
  const refuse = (status: number, { because, ...more }: Impossible) => {
    const refusal = { text: t(`undo:refused.${because}`), changeId, sellerId, fields: [], separable: false };
    return data<UndoRefusal>({ ...refusal, canDisable: because === "created", ...more }, { status });
  };

  const formKey = await openFormKey(form.get("formKey"));
  if (formKey?.sub !== session.sub) return refuse(400, { because: "expired" });
  const entry = await findEntry(changeId);
  if (!entry || (sellerId !== undefined && entry.sellerId !== sellerId)) return refuse(404, { because: "missing" });
  try {
    const undo = () =>
      withLock(`undo:${changeId}`, { leaseMs: LEASE_MS, waitMs: WAIT_MS }, () => takeBack(ctx, changeId, keepOthers));
    const outcome = await once(`undo:${formKey.id}:${changeId}`, undo, isOutcomeUnknown);
    if (outcome.state !== "done") {
      return refuse(outcome.state === "running" ? 409 : 502, { because: outcome.state, sellerId: entry.sellerId });
    }
    const text = t("undo:done", { name: entry.sellerName || t("history:unnamed") });
    const link = undoLink(ctx, entry.sellerId ?? "", outcome.result, t("undo:restore"));
    return ctx.redirect(page, { flash: { kind: "success", text, link } });
  } catch (error) {
    if (error instanceof Refused) return refuse(409, error.impossible);
    if (error instanceof LockBusy) return refuse(409, { because: "running" });
    if (!(error instanceof BackendError) || !isForThePage(error)) throw error;
    if (error.status === 409) return refuse(409, { because: "taken", sellerId: entry.sellerId });
    return refuse(error.status, { because: "rejected", sellerId: entry.sellerId, ...explained(ctx, error) });
  }
}

/** @returns the id of the entry that took the other one back. */
async function takeBack(ctx: FranchiseeContext, changeId: string, keepOthers: boolean): Promise<string> {
  const sellers = recordedFor(ctx);
  for (let round = 1; ; round += 1) {
    // Read under the lock: somebody else may have taken it back while this waited.
    const entry = await findEntry(changeId);
    if (!entry?.sellerId) throw new Refused({ because: "missing" });
    const { sellerId } = entry;
    const record = await sellers.get(sellerId);
    const undo = undoOf(entry, record.seller, { keepOthers });
    if (!undo.possible) throw new Refused({ ...differences(entry, editableOf(record.seller), undo), sellerId });
    const { accountEnabled } = undo.change;
    const statusOnly = undo.fields.every((field) => field === "accountEnabled");
    try {
      const written = await noted({ undoes: changeId }, () =>
        statusOnly
          ? sellers.patch(sellerId, { accountEnabled }, record.etag)
          : sellers.update(sellerId, undo.change, record),
      );
      return written.changeId ?? "";
    } catch (error) {
      if (!(error instanceof BackendError && error.status === 412 && round < MAX_ROUNDS)) throw error;
    }
  }
}

function differences(entry: HistoryEntry, now: SellerChange, undo: Extract<Undo, { possible: false }>): Impossible {
  const fields = undo.fields.map((field) => ({ field, left: entry.after[field], now: now[field] }));
  return { because: undo.because, fields, separable: undo.because === "changedSince" && undo.separable };
}

/** What the backend says about values that it took once and doesn't take any more. */
function explained({ t }: FranchiseeContext, { problem }: BackendError): Pick<UndoRefusal, "text"> {
  const said = [problem?.detail ?? problem?.title, ...Object.values(problem?.errors ?? {}).flat()].filter(Boolean);
  return { text: t("undo:refused.rejected", { reason: said.join(" ") }).trim() };
}
