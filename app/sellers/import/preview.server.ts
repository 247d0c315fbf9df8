import type { CheckedRow } from "~/domain/checked-row";
import { editableFields } from "~/domain/seller-fields";
import type { Plan } from "./plan-store.server";

/** Rows that are shown before they are saved. */
export const PREVIEW_ROWS = 50;
/** Longer values are cut where they are shown. */
const SHOWN = 200;

type SavedRow = Extract<CheckedRow, { kind: "create" | "update" }>;
type PreviewRow = Plan["preview"][number];

/** What a row will save, beside what it replaces. */
export function previewOf(row: SavedRow): PreviewRow {
  const { line } = row;
  const before = row.kind === "update" ? row.before : undefined;
  const after = row.kind === "update" ? row.fields : { ...row.seller, accountEnabled: row.accountEnabled };
  const changes = editableFields.flatMap((column) => {
    const value = after[column];
    if (value === undefined) return [];
    return [{ column, ...(before ? { before: shown(before[column]) } : {}), after: shown(value) }];
  });
  const name = shown(before?.displayName ?? after.displayName);
  return { line, name, ...(before ? { sellerId: before.id } : {}), changes };
}

function shown(value: string | boolean | undefined): string {
  return String(value ?? "").slice(0, SHOWN);
}

/** A spreadsheet that took an MPK for a number has taken its first zeros away. */
export function losesZeros(row: SavedRow): boolean {
  if (row.kind !== "update" || row.fields.mpk === undefined) return false;
  return row.before.mpk !== row.fields.mpk && row.before.mpk.replace(/^0+/, "") === row.fields.mpk;
}
