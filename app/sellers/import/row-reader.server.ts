import type { z } from "zod";
import { undefuse } from "~/.server/spreadsheet/csv-formulas";
import type { SheetRow } from "~/.server/spreadsheet/sheet";
import { type CheckedRow, type RowProblem, shortened } from "~/domain/checked-row";
import { wellFormed } from "~/domain/clean-text";
import type { Column } from "~/domain/file-columns";
import { type NewSeller, type Seller, type SellerChange, type TextField, textFields } from "~/domain/seller";
import { newSellerSchema, sellerLabels } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";
import { formMessages } from "~/ui/form/form-messages";
import { damageOf } from "./cell-damage.server";
import type { Headings, Vocabulary } from "./headings.server";

const schemas = Object.fromEntries(
  textFields.map((field) => [field, newSellerSchema.pick({ [field]: true } as Record<TextField, true>)]),
) as unknown as Record<TextField, z.ZodType<Partial<NewSeller>>>;

export function rowReader({ texts: headings, places }: Headings, { stateOf }: Vocabulary, t: Translate) {
  const labels = sellerLabels(t);
  const errorMap = formMessages(t, labels);

  function cell({ cells }: SheetRow, column: Column): string {
    const place = places[column];
    return place === undefined ? "" : (cells[place] ?? "");
  }

  function problem(column: Column | undefined, value: string, reason: string): RowProblem {
    return { column, value: shortened(value), reason };
  }

  /** @returns undefined for an invalid value, and adds its problems to `problems` */
  function readText(row: SheetRow, column: TextField, problems: RowProblem[]): string | undefined {
    // People type an apostrophe (`'0017`) into a spreadsheet to keep an MPK as text.
    const value = column === "mpk" ? cell(row, column).replace(/^'(?=\d)/, "") : cell(row, column);
    const read = schemas[column].safeParse({ [column]: value === "" ? undefined : value }, { error: errorMap });
    const damage = damageOf(column, value);
    if (read.success && !damage) return read.data[column] ?? "";
    const reasons = damage ? [t(`upload:row.${damage}`)] : (read.error?.issues ?? []).map(({ message }) => message);
    problems.push(...reasons.map((reason) => problem(column, value, reason)));
    return undefined;
  }

  function readEnabled(row: SheetRow, problems: RowProblem[]): boolean | undefined {
    const value = cell(row, "accountEnabled");
    if (value.trim() === "") return undefined;
    const enabled = stateOf(value);
    if (enabled !== undefined) return enabled;
    problems.push(problem("accountEnabled", value, t("forms:type.boolean", { label: labels.accountEnabled })));
    return undefined;
  }

  /** Cells beyond the headings usually mean a delimiter within a value: `Bar;Kawiarnia`. */
  function extraCells({ cells }: SheetRow): RowProblem[] {
    const value = cells.slice(headings.length).find((each) => each.trim() !== "");
    return value === undefined ? [] : [problem(undefined, value, t("upload:row.tooManyCells"))];
  }

  function wrong({ line, cells }: SheetRow, problems: RowProblem[]): CheckedRow {
    return { line, kind: "wrong", cells, problems };
  }

  return {
    cell,

    isBlank(row: SheetRow): boolean {
      // A row that contains only „Aktywne” is blank, because people prepare such rows. In a file
      // without text columns, however, „Aktywne” without an id is a mistake.
      const hasTexts = textFields.some((field) => places[field] !== undefined);
      const values = (["id", ...textFields] as const).map((column) => cell(row, column));
      return hasTexts && values.join("").trim() === "" && extraCells(row).length === 0;
    },

    create(row: SheetRow): CheckedRow {
      const problems = extraCells(row);
      const texts = textFields.map((field) => [field, readText(row, field, problems)]);
      const accountEnabled = readEnabled(row, problems);
      if (problems.length > 0) return wrong(row, problems);
      const seller: NewSeller = Object.fromEntries(texts.filter(([, text]) => text));
      return { line: row.line, kind: "create", seller, accountEnabled };
    },

    /** Unchanged values aren't validated, because they may be older than today's rules. */
    update(row: SheetRow, before: Seller): CheckedRow {
      const problems = extraCells(row);
      const fields: Partial<SellerChange> = {};
      for (const column of textFields) {
        if (places[column] === undefined || isSame(cell(row, column), before[column])) continue;
        const value = readText(row, column, problems);
        if (value !== undefined && value !== (before[column] ?? "")) fields[column] = value;
      }
      const accountEnabled = readEnabled(row, problems);
      if (accountEnabled !== undefined && accountEnabled !== before.accountEnabled)
        fields.accountEnabled = accountEnabled;
      if (problems.length > 0) return wrong(row, problems);
      if (Object.keys(fields).length === 0) return { line: row.line, kind: "unchanged" };
      return { line: row.line, kind: "update", before, fields };
    },

    unknownId(row: SheetRow): CheckedRow {
      const problems = extraCells(row);
      problems.push(problem("id", cell(row, "id"), t("upload:row.unknownId")));
      for (const column of textFields) if (places[column] !== undefined) readText(row, column, problems);
      readEnabled(row, problems);
      return wrong(row, problems);
    },
  };
}

/**
 * An exported file may contain a changed form of the seller's value: U+FFFD for half of a surrogate
 * pair, LF for CRLF in a workbook, `'-7` for `-7`.
 */
function isSame(cell: string, value = ""): boolean {
  const inFile = wellFormed(value);
  const exportedForms = [value, inFile, inFile.replaceAll("\r\n", "\n")];
  return exportedForms.includes(cell) || exportedForms.includes(undefuse(cell));
}
