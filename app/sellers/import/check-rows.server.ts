import { undefuse } from "~/.server/spreadsheet/csv-formulas";
import type { SheetRow } from "~/.server/spreadsheet/sheet";
import { type CheckedRow, type RowProblem, shortened } from "~/domain/checked-row";
import { codeKey } from "~/domain/clean-text";
import type { Seller } from "~/domain/seller";
import type { Translate } from "~/i18n/catalogues";
import type { Headings, Vocabulary } from "./headings.server";
import { rowReader } from "./row-reader.server";

type RowCheck = {
  headings: Headings;
  rows: readonly SheetRow[];
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
  const firstRows = indexRows(rows, reader);
  const knownSellers = await indexSellers(sellers, firstRows);
  for (const row of rows) {
    if (reader.isBlank(row)) continue;
    const before = possibleIds(reader.cell(row, "id"))
      .map((id) => knownSellers.byId.get(id))
      .find(Boolean);
    const checkedRow = readRow(row, before);
    const problems: RowProblem[] = checkedRow.kind === "wrong" ? [...checkedRow.problems] : [];
    problems.push(...repeatedId(row), ...takenEmail(row, checkedRow, before));
    if (problems.length > 0) yield { line: row.line, kind: "wrong", cells: row.cells, problems };
    else yield row.isHidden ? { ...checkedRow, isHidden: true } : checkedRow;
  }

  function readRow(row: SheetRow, before: Seller | undefined): CheckedRow {
    if (before) return reader.update(row, before);
    return reader.cell(row, "id").trim() === "" ? reader.create(row) : reader.unknownId(row);
  }

  /** Of two rows with the same id the second row gets the problem. */
  function repeatedId(row: SheetRow): RowProblem[] {
    const id = reader.cell(row, "id");
    const first = possibleIds(id)
      .map((each) => firstRows.byId.get(each))
      .find((each) => each && each !== row);
    return first ? [{ column: "id", value: shortened(id), reason: t("upload:row.sameId", { line: first.line }) }] : [];
  }

  /** An unchanged address is allowed, because two sellers may already share an address. */
  function takenEmail(row: SheetRow, checkedRow: CheckedRow, before: Seller | undefined): RowProblem[] {
    const value = reader.cell(row, "email");
    const email = codeKey(value);
    const isNew = checkedRow.kind !== "unchanged" && email !== "" && (!before || codeKey(before.email) !== email);
    if (!isNew) return [];
    const first = firstRows.byEmail.get(email);
    const problem = (reason: string): RowProblem => ({ column: "email", value: shortened(value), reason });
    if (first && first !== row) return [problem(t("upload:row.sameEmail", { line: first.line }))];
    const holder = knownSellers.byEmail.get(email)?.find((seller) => seller !== before);
    if (!holder) return [];
    const { displayName: name, id } = holder;
    return [{ ...problem(t("upload:row.emailTaken", { name: name || id, id })), also: "id" }];
  }
}

type RowIndex = { byId: Map<string, SheetRow>; byEmail: Map<string, SheetRow> };

function indexRows(rows: readonly SheetRow[], reader: ReturnType<typeof rowReader>): RowIndex {
  const byId = new Map<string, SheetRow>();
  const byEmail = new Map<string, SheetRow>();
  for (const row of rows) {
    for (const id of possibleIds(reader.cell(row, "id"))) if (!byId.has(id)) byId.set(id, row);
    const email = codeKey(reader.cell(row, "email"));
    if (email !== "" && !byEmail.has(email)) byEmail.set(email, row);
  }
  return { byId, byEmail };
}

async function indexSellers(sellers: AsyncIterable<Seller[]>, firstRows: RowIndex) {
  const byId = new Map<string, Seller>();
  const byEmail = new Map<string, Seller[]>();
  for await (const batch of sellers) {
    for (const seller of batch) {
      if (firstRows.byId.has(seller.id)) byId.set(seller.id, seller);
      const email = codeKey(seller.email);
      const holders = byEmail.get(email);
      if (holders) holders.push(seller);
      else if (firstRows.byEmail.has(email)) byEmail.set(email, [seller]);
    }
  }
  return { byId, byEmail };
}

/** For example the id ` 42` or `42` in the cell ` 42`, and `-7` in `'-7` of an exported file. */
function possibleIds(cell: string): string[] {
  const trimmed = cell.trim();
  return trimmed === "" ? [] : [...new Set([cell, trimmed, undefuse(trimmed)])];
}
