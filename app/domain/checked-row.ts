import type { Column } from "./columns";
import type { NewSeller, Seller, SellerChange } from "./seller";

/** Texts as they will be saved; an empty one clears the field. */
export type ChangedFields = Partial<Record<Exclude<keyof SellerChange, "accountEnabled">, string>> & {
  accountEnabled?: boolean;
};

export type RowProblem = {
  /** Absent if the problem concerns the whole row. */
  column?: Column;
  value: string;
  reason: string;
  /** Another row has the same value; `reason` names its line. */
  same?: { what: "sameId" | "sameEmail"; line: number };
  /** A second column that can solve the problem. */
  also?: Column;
};

export type CheckedRow = { line: number } & (
  | { kind: "create"; seller: NewSeller; accountEnabled?: boolean }
  | { kind: "update"; before: Seller; fields: ChangedFields }
  | { kind: "unchanged" }
  | { kind: "wrong"; cells: string[]; problems: RowProblem[] }
);
