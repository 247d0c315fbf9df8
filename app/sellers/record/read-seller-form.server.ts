import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { findDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { Translate } from "~/i18n/catalogues";
import { barePath } from "~/i18n/locales";
import { editableFields } from "~/sellers/change";
import { parseOriginalRecord, printOriginalRecord } from "~/sellers/original-record";
import type { SellerRecord } from "~/sellers/seller";
import { sellerLabels } from "~/sellers/seller-schema";
import { formMessages } from "~/ui/form/messages";
import { formAnswer } from "./answer.server";
import type { SellerFormAnswer, SellerFormState } from "./seller-form";
import { suggestedName } from "./suggested-name";

/** Of a value that is too long, in characters: all that anybody types, not all that a program may send. */
const MAX_ECHOED = 4_000;
const EDIT_FORM = /^\/sellers\/[^/]+\/edit$/;

/**
 * What the form shows first: the record, or a draft of this person, which goes before it. That of a new seller takes what was
 * typed about one who is no more, too (`newFromDraft`).
 */
export async function sellerFormState(ctx: FranchiseeContext, record?: SellerRecord): Promise<SellerFormState> {
  const draft = ctx.draft ?? (record ? undefined : await draftOfGoneSeller(ctx));
  const base =
    record && (parseOriginalRecord(draft?.fields.base) ? String(draft?.fields.base) : printOriginalRecord(record));
  const fields = draft ? editableFields.map((name) => [name, [draft.fields[name]].flat()[0]]) : undefined;
  return {
    fields: fields ? Object.fromEntries(fields) : { ...record?.seller },
    formKey: await ctx.newFormKey(),
    base,
    saved: record && savedOf(record),
    restored: draft !== undefined,
  };
}

async function draftOfGoneSeller({ request, session }: FranchiseeContext) {
  const id = new URL(request.url).searchParams.get("typed");
  const stored = id ? await findDraft(id, session.sub) : undefined;
  return stored && EDIT_FORM.test(barePath(stored.path.split("?", 1)[0] as string)) ? stored : undefined;
}

function savedOf({ seller: { id, email, mpk } }: SellerRecord) {
  return { id, email, mpk };
}

/** Reads a posted form by a schema; of everything posted, only the fields that the form has, each once and as text. */
export function readSellerForm<S extends z.ZodObject>(form: FormData, schema: S, t: Translate) {
  const posted = new FormData();
  for (const name of editableFields) {
    const value = form.get(name);
    if (typeof value === "string") posted.set(name, value);
  }
  const submission = parseWithZod(posted, { schema, error: formMessages(t, sellerLabels(t)) });
  // The answer is made of what was posted; what no field can hold is told as too long, and not sent back whole.
  for (const [name, value] of Object.entries(submission.payload)) {
    if (typeof value === "string" && value.length > MAX_ECHOED) submission.payload[name] = value.slice(0, MAX_ECHOED);
  }
  return submission;
}

/**
 * What a form with bad values gets back. A display name that was left empty comes filled in from the other names, to be
 * looked at and sent again: without scripts nothing could offer it earlier. That it was empty is then no error any more.
 */
export function invalidAnswer<Values>(
  submission: Submission<Values>,
  { form, t }: Pick<FranchiseeContext, "form" | "t">,
  hidden: Pick<SellerFormAnswer, "formKey" | "base" | "chosen">,
) {
  const [displayName, firstName, surname] = ["displayName", "firstName", "surname"].map((name) =>
    String(form.get(name) ?? ""),
  );
  const wrong = (submission.status === "error" && submission.error) || {};
  const suggested = suggestedName({ firstName, surname });
  if (displayName || !suggested || wrong.firstName || wrong.surname) return formAnswer(400, submission.reply(), hidden);
  const { initialValue, error, ...result } = submission.reply();
  const said = { ...error, displayName: [t("problems:nameSuggested", { name: suggested })] };
  return formAnswer(
    400,
    { ...result, error: said, initialValue: { ...initialValue, displayName: suggested } },
    { ...hidden, suggested },
  );
}
