import { z } from "zod";
import { columns } from "./file-columns";
import type { NewSeller, Seller, SellerChange } from "./seller";

const column = z.enum(columns);

/** A stored row that an import can't save. New fields must be optional: older rows lack them. */
export const wrongRowSchema = z.object({
  line: z.int(),
  cells: z.array(z.string()),
  problems: z.array(
    z.object({
      /** Absent if the problem concerns the whole row. */
      column: column.optional(),
      value: z.string(),
      /** A sentence in the person's language. */
      reason: z.string(),
      /** A column whose value could solve the problem: `id`, if the e-mail address is taken. */
      also: column.optional(),
    }),
  ),
});
export type WrongRow = z.infer<typeof wrongRowSchema>;
export type RowProblem = WrongRow["problems"][number];

/** `isHidden`: the workbook doesn't show the row. */
export type CheckedRow = { isHidden?: true } & (
  | { kind: "create"; line: number; seller: NewSeller; accountEnabled?: boolean }
  /** `fields` will be saved; an empty text clears a field. */
  | { kind: "update"; line: number; before: Seller; fields: Partial<SellerChange> }
  | { kind: "unchanged"; line: number }
  | ({ kind: "wrong" } & WrongRow)
);

/** Cuts a value for a preview, which shows many: a cell may have 32,000 characters. */
export function shortened(value: string | boolean | undefined): string {
  return String(value ?? "").slice(0, 200);
}
