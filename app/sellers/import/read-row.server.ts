import type { z } from "zod";
import type { SheetRow } from "~/.server/spreadsheet/sheet";
import type { ChangedFields, CheckedRow, RowProblem } from "~/domain/checked-row";
import type { Column } from "~/domain/columns";
import type { NewSeller, Seller } from "~/domain/seller";
import { newSellerSchema, sellerLabels } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";
import { formMessages } from "~/ui/form/messages";
import type { Headings } from "./headings.server";
import type { Vocabulary } from "./vocabulary.server";

const texts = ["displayName", "email", "firstName", "surname", "mpk"] as const satisfies (keyof NewSeller)[];
type TextColumn = (typeof texts)[number];

const schemas: Record<TextColumn, z.ZodType<Partial<NewSeller>>> = {
  displayName: newSellerSchema.pick({ displayName: true }),
  email: newSellerSchema.pick({ email: true }),
  firstName: newSellerSchema.pick({ firstName: true }),
  surname: newSellerSchema.pick({ surname: true }),
  mpk: newSellerSchema.pick({ mpk: true }),
};

/** What a spreadsheet shows where a formula failed: in a file always in English, in CSV in its own language too. */
const FAILED_FORMULA =
  /^#(N\/[AD]|REF|ADR|VALUE|ARG|DIV\/0|DZIEL\/0|NAME|NAZWA|NULL|ZERO|NUM|LICZBA|SPILL|CALC|FIELD|BLOCKED|CONNECT|UNKNOWN|BUSY|EXTERNAL|PYTHON|GETTING_DATA)[!?]?$/;

/** What a spreadsheet makes of an MPK that it takes for a day, a time, a percentage or a number; a formula that nobody worked out. */
const NO_MPK =
  /^(\d{4}-\d\d-\d\d([ T]\d\d:\d\d.*)?|\d\d+:\d\d:\d\d|-?[\d.,]+%|\d([.,]\d+)?E\+\d+|\d[.,]\d+E-\d\d+|=.*)$/s;

/** Longer values are cut where they are shown. */
const SHOWN = 200;

/** Reads rows below the same headings, by the rules and in the words of the seller form. */
export function rowReader({ texts: headings, places }: Headings, { stateOf }: Vocabulary, t: Translate) {
  const labels = sellerLabels(t);
  const error = formMessages(t, labels);

  function cell({ cells }: SheetRow, column: Column): string {
    const place = places[column];
    return place === undefined ? "" : (cells[place] ?? "");
  }

  /** @returns the value that will be saved, or what is wrong with it */
  function textOf(row: SheetRow, column: TextColumn, problems: RowProblem[]): string | undefined {
    const value = cell(row, column);
    const read = schemas[column].safeParse({ [column]: value === "" ? undefined : value }, { error });
    const failed = FAILED_FORMULA.test(value.trim());
    const altered = column === "mpk" && NO_MPK.test(value.trim());
    if (read.success && !failed && !altered) return read.data[column] ?? "";
    const own = failed ? t("upload:row.failedFormula") : altered && t("upload:row.noMpk");
    const reasons = own ? [own] : (read.error?.issues ?? []).map(({ message }) => message);
    problems.push(...reasons.map((reason) => ({ column, value: value.slice(0, SHOWN), reason })));
    return undefined;
  }

  /** @returns undefined where nothing is said */
  function enabledOf(row: SheetRow, problems: RowProblem[]): boolean | undefined {
    const value = cell(row, "accountEnabled");
    if (value.trim() === "") return undefined;
    const enabled = stateOf(value);
    if (enabled !== undefined) return enabled;
    const reason = t("forms:type.boolean", { label: labels.accountEnabled });
    problems.push({ column: "accountEnabled", value: value.slice(0, SHOWN), reason });
    return undefined;
  }

  /** Cells beside the table's: a delimiter within a value that isn't quoted, mostly. */
  function beside({ cells }: SheetRow): RowProblem[] {
    const value = cells.slice(headings.length).find((each) => each.trim() !== "");
    return value === undefined ? [] : [{ value: value.slice(0, SHOWN), reason: t("upload:row.tooManyCells") }];
  }

  function wrong({ line, cells }: SheetRow, problems: RowProblem[]): CheckedRow {
    return { line, kind: "wrong", cells, problems };
  }

  return {
    cell,

    create(row: SheetRow): CheckedRow {
      const problems = beside(row);
      const read = Object.fromEntries(texts.map((column) => [column, textOf(row, column, problems)]));
      const accountEnabled = enabledOf(row, problems);
      if (problems.length > 0) return wrong(row, problems);
      const { displayName = "", email = "", mpk = "", firstName, surname } = read;
      const names = { ...(firstName ? { firstName } : {}), ...(surname ? { surname } : {}) };
      return { line: row.line, kind: "create", seller: { displayName, email, mpk, ...names }, accountEnabled };
    },

    /** What the file leaves as it is need not follow today's rules: it may be older than they are. */
    update(row: SheetRow, before: Seller): CheckedRow {
      const problems = beside(row);
      const fields: ChangedFields = {};
      for (const column of texts) {
        if (places[column] === undefined || isSame(cell(row, column), before[column])) continue;
        const value = textOf(row, column, problems);
        if (value !== undefined && value !== (before[column] ?? "")) fields[column] = value;
      }
      const accountEnabled = enabledOf(row, problems);
      if (accountEnabled !== undefined && accountEnabled !== before.accountEnabled)
        fields.accountEnabled = accountEnabled;
      if (problems.length > 0) return wrong(row, problems);
      if (Object.keys(fields).length === 0) return { line: row.line, kind: "unchanged" };
      return { line: row.line, kind: "update", before, fields };
    },

    /** A row whose id nobody has. */
    stranger(row: SheetRow): CheckedRow {
      const problems = beside(row);
      const value = cell(row, "id").slice(0, SHOWN);
      problems.push({ column: "id", value, reason: t("upload:row.unknownId") });
      for (const column of texts) if (places[column] !== undefined) textOf(row, column, problems);
      enabledOf(row, problems);
      return wrong(row, problems);
    },
  };
}

/** A file can't hold half of a surrogate pair; it says U+FFFD instead. */
function isSame(cell: string, value = ""): boolean {
  return cell === value || cell === Buffer.from(value).toString();
}
