import type { Column } from "./columns";
import type { NewSeller, Seller, SellerChange } from "./seller";

/** Texts as they will be saved; an empty optional name is to be cleared. */
export type ChangedFields = Partial<Record<Exclude<keyof SellerChange, "accountEnabled">, string>> & {
  accountEnabled?: boolean;
};

export type RowProblem = {
  /** Absent when it is about the row as a whole. */
  column?: Column;
  /** As it stands in the file. */
  value: string;
  reason: string;
  /** The row that has the same already: `reason` names its line. */
  same?: { what: "sameId" | "sameEmail"; line: number };
  /** Another column by which it can be put right. */
  also?: Column;
};

/** What a row of a file means. */
export type CheckedRow = { line: number } & (
  | { kind: "create"; seller: NewSeller /** Absent: as the backend decides. */; accountEnabled?: boolean }
  | { kind: "update"; before: Seller; fields: ChangedFields }
  | { kind: "unchanged" }
  | { kind: "wrong"; cells: string[]; problems: RowProblem[] }
);
