import { z } from "zod";
import { hashed } from "~/.server/db/hashed";
import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { sealedRecords } from "~/.server/store/sealed-records";
import { uniqueToken } from "~/.server/unique-token";
import { editableOf } from "~/domain/change";
import type { Seller } from "~/domain/seller";
import { beginEntry } from "./history-journal.server";
import { secondsLeft } from "./history-retention.server";
import { newEntry } from "./pending-write.server";
import type { Writer } from "./write-seller.server";

/** An erased note stays as "", so that a conflict with it is noticed. */
const notes = sealedRecords({
  kind: "seller-note",
  schema: z.object({ text: z.string(), at: z.number(), version: z.string() }),
  ttl: secondsLeft,
  id: /^[\w-]{43}$/,
});

/** `version` is "" while there is no note. */
export type SellerNote = { text: string; version: string; at?: number };

const noNote: SellerNote = { text: "", version: "" };

export function areNotesOn(): boolean {
  return env().SELLER_NOTES === "on";
}

/** Call only after the backend has shown the seller to this person. @throws StoreUnavailable */
export async function findNote(sellerId: string): Promise<SellerNote> {
  return (areNotesOn() ? await notes.find(hashed(sellerId)) : undefined) ?? noNote;
}

/** Only of sellers that the backend has just shown to this person. @throws StoreUnavailable */
export async function findNotes(sellerIds: readonly string[]): Promise<Record<string, string>> {
  const stored = await notes.findMany(sellerIds.map(hashed));
  return Object.fromEntries(sellerIds.flatMap((id, at) => (stored[at]?.text ? [[id, stored[at].text]] : [])));
}

/** @param version that the person saw. @returns somebody else's newer note */
export async function saveNote(
  writer: Pick<Writer, "by">,
  seller: Seller,
  text: string,
  version: string,
): Promise<SellerNote | undefined> {
  const next = { text, at: Date.now(), version: uniqueToken() };
  let before = noNote;
  let result = "saved" as "saved" | "unchanged" | "conflict";
  await notes.change(hashed(seller.id), (now) => {
    before = now ?? noNote;
    result = before.text === text ? "unchanged" : before.version === version ? "saved" : "conflict";
    return result === "saved" ? next : undefined;
  });
  if (result === "conflict") return before;
  if (result === "saved") await recordNote(writer, seller, { id: next.version, before: before.text, after: text });
  return undefined;
}

type NoteChange = { id: string; before: string; after: string };

async function recordNote({ by }: Pick<Writer, "by">, seller: Seller, { id, before, after }: NoteChange) {
  const values = editableOf(seller);
  const named = { ...newEntry(by, { changeId: id }), sellerId: seller.id, sellerName: seller.displayName };
  const note = { before, after };
  try {
    await beginEntry({ ...named, action: "update", outcome: "done", before: values, after: values, note });
  } catch (err) {
    log().error({ err }, "the history can't be written");
  }
}

/** For `npm run privacy`: also if notes are turned off. @throws StoreUnavailable */
export async function storedNote(sellerId: string): Promise<string | undefined> {
  return (await notes.find(hashed(sellerId)))?.text || undefined;
}

/** @throws StoreUnavailable */
export async function dropNote(sellerId: string): Promise<void> {
  await notes.delete(hashed(sellerId));
}
