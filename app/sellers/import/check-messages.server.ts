import type { FileFault, SheetFormat } from "~/.server/spreadsheet/sheet";
import type { CheckedRow } from "~/domain/checked-row";
import type { Seller } from "~/domain/seller";
import type { Locale } from "~/i18n/locales";
import type { Corrections } from "./corrections.server";
import type { Headings } from "./headings.server";

/*
 * What the server and the thread that checks one file for it say to each other. They take turns: each message is
 * answered by one, so that neither ever runs ahead of the other, whatever the file holds.
 */

/** What the thread begins with. */
export type CheckTask = {
  bytes: Uint8Array<ArrayBuffer>;
  /** Values that take the place of the file's own. */
  corrections: Corrections;
  /** In whose words it says what is wrong. */
  locale: Locale;
};

/** What was found to be the file's table. */
export type FoundTable = {
  format: SheetFormat;
  headings: Headings;
  /** Where the headings stand. */
  line: number;
  /** The sheet's name, where a workbook shows more than one. */
  sheet?: string;
};

export type FromChecker =
  /** The file is read; the sellers to compare it with may come. */
  | ({ kind: "read" } & FoundTable)
  | { kind: "moreSellers" }
  | { kind: "rows"; rows: CheckedRow[] }
  | { kind: "end" }
  | { kind: "unusable"; fault: FileFault; about: { line?: number; headings?: string[] } };

export type ToChecker =
  /** A batch of sellers; without one, there are no more. */
  { kind: "sellers"; sellers?: Seller[] } | { kind: "moreRows" };
