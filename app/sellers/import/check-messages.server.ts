import type { FileFault, SheetFormat } from "~/.server/spreadsheet/sheet";
import type { Locale } from "~/i18n/locales";
import type { CheckedRow } from "~/sellers/checked-row";
import type { Seller } from "~/sellers/seller";
import type { Headings } from "./headings.server";

/*
 * What the server and the thread that checks one file for it say to each other. They take turns: each message is
 * answered by one, so that neither ever runs ahead of the other, whatever the file holds.
 */

/** What the thread begins with. */
export type CheckTask = {
  bytes: Uint8Array;
  /** In whose words it says what is wrong. */
  locale: Locale;
};

export type FromChecker =
  /** The file is read; the sellers to compare it with may come. */
  | { kind: "read"; headings: Headings; format: SheetFormat }
  | { kind: "moreSellers" }
  | { kind: "rows"; rows: CheckedRow[] }
  | { kind: "end" }
  | { kind: "unusable"; fault: FileFault; about: { line?: number; headings?: string[] } };

export type ToChecker =
  /** A batch of sellers; without one, there are no more. */
  { kind: "sellers"; sellers?: Seller[] } | { kind: "moreRows" };
