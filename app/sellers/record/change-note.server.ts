import { data } from "@remix-run/node";
import { z } from "zod";
import { NO_ROOM_STATUS, noRoomTextOrThrow } from "~/.server/db/errors";
import { settleDraft } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { cleanLines } from "~/domain/clean-text";
import { fromOf, sellerPath, withFrom } from "~/domain/paths";
import { areNotesOn, saveNote } from "~/sellers/write/seller-notes.server";
import { cutForEcho, readValue } from "~/ui/form/form-messages";
import { isOpenedByAnother, postedFormKey } from "./posted-form.server";

const noteSchema = z.string().overwrite(cleanLines).max(500);

type NoteAnswer = { note: string; version: string; formKey: string; problem?: string; refused?: string };

export async function sellerForNote({ sellers, params }: FranchiseeContext) {
  if (!areNotesOn()) throw new Response(null, { status: 404 });
  return (await sellers.get(params.id ?? "")).seller;
}

export async function changeNote(ctx: FranchiseeContext) {
  const { form, t } = ctx;
  const seller = await sellerForNote(ctx);
  const [note, version] = [textIn(form, "note"), textIn(form, "version")];
  const stay = (status: number, more: Partial<NoteAnswer>) =>
    data<NoteAnswer>({ note: cutForEcho(note), version, formKey: postedFormKey(form), ...more }, { status });
  if (isOpenedByAnother(ctx)) return stay(400, { refused: t("problems:expired"), formKey: ctx.newFormKey() });
  const { value, problem } = readValue(noteSchema, note, t("sellers:fields.note"), t);
  if (problem !== undefined) return stay(400, { problem });
  const saving = saveNote(ctx, seller, value, version);
  const newerNote = await saving.catch((error: unknown) => noRoomTextOrThrow(error, t));
  if (typeof newerNote === "string") return stay(NO_ROOM_STATUS, { refused: newerNote });
  if (newerNote) {
    const refused = newerNote.text ? t("problems:noteChanged", { note: newerNote.text }) : t("problems:noteRemoved");
    return stay(409, { refused, version: newerNote.version });
  }
  const path = sellerPath(seller.id);
  if (ctx.draft) await settleDraft(ctx.draft.id, ctx.session.sub, path);
  const text = t(value ? "sellers:note.saved" : "history:note.removed");
  return ctx.redirect(withFrom(path, fromOf(ctx.request.url)), { flash: { kind: "success", text } });
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
