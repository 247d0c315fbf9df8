import type { z } from "zod";
import type { SheetRow } from "~/.server/spreadsheet/sheet";
import type { CheckedRow, RowProblem } from "~/domain/checked-row";
import { codeKey } from "~/domain/clean-text";
import type { Column } from "~/domain/file-columns";
import type { NewSeller, Seller, SellerChange } from "~/domain/seller";
import { type TextField, textFields } from "~/domain/seller-fields";
import { newSellerSchema, sellerLabels } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";
import { formMessages } from "~/ui/form/messages";
import type { Headings, Vocabulary } from "./headings.server";

type RowCheck = {
  headings: Headings;
  rows: readonly SheetRow[];
  /** All sellers, a batch at a time; only those that the file refers to are kept. */
  sellers: AsyncIterable<Seller[]>;
  vocabulary: Vocabulary;
  t: Translate;
};

export async function* checkRows({
  headings,
  rows,
  sellers,
  vocabulary,
  t,
}: RowCheck): AsyncGenerator<CheckedRow, void> {
  const reader = rowReader(headings, vocabulary, t);
  const firstById = new Map<string, SheetRow>();
  const firstByEmail = new Map<string, SheetRow>();
  for (const row of rows) {
    for (const id of possibleIds(reader.cell(row, "id"))) if (!firstById.has(id)) firstById.set(id, row);
    const email = codeKey(reader.cell(row, "email"));
    if (email !== "" && !firstByEmail.has(email)) firstByEmail.set(email, row);
  }
  const sellersById = new Map<string, Seller>();
  const sellersByEmail = new Groups<Seller>();
  for await (const batch of sellers) {
    for (const seller of batch) {
      if (firstById.has(seller.id)) sellersById.set(seller.id, seller);
      if (firstByEmail.has(codeKey(seller.email))) sellersByEmail.add(codeKey(seller.email), seller);
    }
  }
  for (const row of rows) {
    const id = reader.cell(row, "id");
    const before = possibleIds(id)
      .map((each) => sellersById.get(each))
      .find(Boolean);
    const read = id.trim() === "" ? reader.create(row) : before ? reader.update(row, before) : reader.unknownId(row);
    const problems: RowProblem[] = read.kind === "wrong" ? [...read.problems] : [];
    problems.push(...repeatedId(row, id), ...takenEmail(row, read, before));
    yield problems.length > 0 ? { line: row.line, kind: "wrong", cells: row.cells, problems } : read;
  }

  /** A duplicate is told once, of the later row. */
  function repeatedId(row: SheetRow, id: string): RowProblem[] {
    const first = possibleIds(id)
      .map((each) => firstById.get(each))
      .find((each) => each && each !== row);
    return first ? [{ column: "id", value: shortened(id), ...sameAs("sameId", first) }] : [];
  }

  /** Only a new address counts: two sellers may already share one. */
  function takenEmail(row: SheetRow, read: CheckedRow, before: Seller | undefined): RowProblem[] {
    const value = reader.cell(row, "email");
    const email = codeKey(value);
    const isNew = read.kind !== "unchanged" && email !== "" && (!before || codeKey(before.email) !== email);
    if (!isNew) return [];
    const first = firstByEmail.get(email);
    if (first && first !== row) return [{ column: "email", value: shortened(value), ...sameAs("sameEmail", first) }];
    const holder = sellersByEmail.another(email, before);
    if (!holder) return [];
    const { displayName: name, id } = holder;
    const reason = t("upload:row.emailTaken", { name: name || id, id });
    return [{ column: "email", value: shortened(value), reason, also: "id" }];
  }

  function sameAs(what: "sameId" | "sameEmail", { line }: SheetRow) {
    return { reason: t(`upload:row.${what}`, { line }), same: { what, line } };
  }
}

/** An id may begin or end with a space, or the cell may. */
function possibleIds(cell: string): string[] {
  const trimmed = cell.trim();
  return trimmed === "" ? [] : [...new Set([cell, trimmed])];
}

/** Members by a shared key. Two per key are enough to find another one for any member. */
export class Groups<T> {
  readonly #groups = new Map<string, [T, T?]>();

  add(key: string, member: T): void {
    if (key === "") return;
    const group = this.#groups.get(key);
    if (!group) this.#groups.set(key, [member]);
    else if (group[0] !== member) group[1] ??= member;
  }

  of(key: string): readonly (T | undefined)[] {
    return this.#groups.get(key) ?? [];
  }

  another(key: string, than: T | undefined): T | undefined {
    return this.of(key).find((each) => each !== undefined && each !== than);
  }
}

const schemas = Object.fromEntries(
  textFields.map((field) => [field, newSellerSchema.pick({ [field]: true } as Record<TextField, true>)]),
) as unknown as Record<TextField, z.ZodType<Partial<NewSeller>>>;

/** Error values of formulas: English in XLSX files, also Polish in CSV files. */
const FAILED_FORMULA =
  /^#(N\/[AD]|REF|ADR|VALUE|ARG|DIV\/0|DZIEL\/0|NAME|NAZWA|NULL|ZERO|NUM|LICZBA|SPILL|CALC|FIELD|BLOCKED|CONNECT|UNKNOWN|BUSY|EXTERNAL|PYTHON|GETTING_DATA)[!?]?$/;

/** What a wrong encoding leaves: characters that couldn't be decoded, and controls. */
const DAMAGED = /[\uFFFD\x80-\x9f]/;

/** Alone and beside a day, short and long: `sty`, `styczeń`, `stycznia`, `Jan`, `January`. */
const months = ["pl", "en"].flatMap((locale) =>
  (["short", "long"] as const).flatMap((month) =>
    [{ month }, { month, day: "numeric" } as const].flatMap((options) => {
      const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
      return Array.from({ length: 12 }, (_none, at) => {
        const parts = format.formatToParts(Date.UTC(2024, at));
        return parts.find(({ type }) => type === "month")?.value;
      });
    }),
  ),
);
const MONTH = `(?:${months.join("|")})`;
const DAY = "(?:0?[1-9]|[12]\\d|3[01])";
const MONTH_NUMBER = "(?:0?[1-9]|1[0-2])";
/** Dates and times as spreadsheets show them: `sty-24`, `01.lut`, `2.01.2024`, `1/2/24`, `12:30`. */
const DATE = new RegExp(
  [
    `^${MONTH}[-. /]\\d{1,4}$`,
    `^${DAY}[-. /]${MONTH}(?:[-. /]\\d{2,4})?$`,
    `^${DAY}\\.${MONTH_NUMBER}\\.\\d{4}$`,
    `^(?:${DAY}/${MONTH_NUMBER}|${MONTH_NUMBER}/${DAY})/(?:\\d\\d){1,2}$`,
    "^\\d{4}-\\d\\d-\\d\\d(?:[ T]\\d\\d:\\d\\d.*)?$",
    "^\\d{1,3}:\\d\\d(?::\\d\\d)?(?: [AP]M)?$",
  ].join("|"),
  "isu",
);
/** What else spreadsheets turn an MPK into: a percentage, rounded number or formula. */
const NO_MPK = /^(-?[\d.,]+%|\d([.,]\d+)?E\+\d+|\d[.,]\d+E-\d\d+|=.*)$/s;

const MAX_SHOWN_LENGTH = 200;

function shortened(value: string): string {
  return value.slice(0, MAX_SHOWN_LENGTH);
}

function rowReader({ texts: headings, places }: Headings, { stateOf }: Vocabulary, t: Translate) {
  const labels = sellerLabels(t);
  const error = formMessages(t, labels);

  function cell({ cells }: SheetRow, column: Column): string {
    const place = places[column];
    return place === undefined ? "" : (cells[place] ?? "");
  }

  function problem(column: Column | undefined, value: string, reason: string): RowProblem {
    return { column, value: shortened(value), reason };
  }

  /** @returns undefined for an invalid value, whose problems it adds */
  function textOf(row: SheetRow, column: TextField, problems: RowProblem[]): string | undefined {
    // A spreadsheet marks a number as text by an apostrophe.
    const value = column === "mpk" ? cell(row, column).replace(/^'(?=\d)/, "") : cell(row, column);
    const read = schemas[column].safeParse({ [column]: value === "" ? undefined : value }, { error });
    const damage = damageOf(column, value);
    if (read.success && !damage) return read.data[column] ?? "";
    const reasons = damage ? [damage] : (read.error?.issues ?? []).map(({ message }) => message);
    problems.push(...reasons.map((reason) => problem(column, value, reason)));
    return undefined;
  }

  /** What only a spreadsheet does to a value, which the form's rules don't know. */
  function damageOf(column: TextField, value: string): string | undefined {
    if (FAILED_FORMULA.test(value.trim())) return t("upload:row.failedFormula");
    if (DAMAGED.test(value)) return t("upload:row.damaged");
    if (column !== "mpk") return undefined;
    if (DATE.test(value.trim())) return t("upload:row.dateMpk");
    return NO_MPK.test(value.trim()) ? t("upload:row.noMpk") : undefined;
  }

  /** @returns undefined for an empty cell, and for an invalid one, whose problem it adds */
  function enabledOf(row: SheetRow, problems: RowProblem[]): boolean | undefined {
    const value = cell(row, "accountEnabled");
    if (value.trim() === "") return undefined;
    const enabled = stateOf(value);
    if (enabled !== undefined) return enabled;
    problems.push(problem("accountEnabled", value, t("forms:type.boolean", { label: labels.accountEnabled })));
    return undefined;
  }

  /** Cells beyond the headings mostly come from an unquoted delimiter within a value. */
  function extraCells({ cells }: SheetRow): RowProblem[] {
    const value = cells.slice(headings.length).find((each) => each.trim() !== "");
    return value === undefined ? [] : [problem(undefined, value, t("upload:row.tooManyCells"))];
  }

  function wrong({ line, cells }: SheetRow, problems: RowProblem[]): CheckedRow {
    return { line, kind: "wrong", cells, problems };
  }

  return {
    cell,

    create(row: SheetRow): CheckedRow {
      const problems = extraCells(row);
      const texts = textFields.map((field) => [field, textOf(row, field, problems)]);
      const accountEnabled = enabledOf(row, problems);
      if (problems.length > 0) return wrong(row, problems);
      const seller: NewSeller = Object.fromEntries(texts.filter(([, text]) => text));
      return { line: row.line, kind: "create", seller, accountEnabled };
    },

    /** Unchanged values aren't validated: they may be older than today's rules. */
    update(row: SheetRow, before: Seller): CheckedRow {
      const problems = extraCells(row);
      const fields: Partial<SellerChange> = {};
      for (const column of textFields) {
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

    unknownId(row: SheetRow): CheckedRow {
      const problems = extraCells(row);
      problems.push(problem("id", cell(row, "id"), t("upload:row.unknownId")));
      for (const column of textFields) if (places[column] !== undefined) textOf(row, column, problems);
      enabledOf(row, problems);
      return wrong(row, problems);
    },
  };
}

/** A file has U+FFFD for half of a surrogate pair, and a workbook LF for CRLF. */
function isSame(cell: string, value = ""): boolean {
  const inFile = Buffer.from(value).toString();
  return cell === value || cell === inFile || cell === inFile.replaceAll("\r\n", "\n");
}
