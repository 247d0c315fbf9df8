import type { SheetRow } from "~/.server/spreadsheet/sheet";
import type { CheckedRow, RowProblem } from "~/domain/checked-row";
import { cleanText } from "~/domain/clean-text";
import type { Seller } from "~/domain/seller";
import type { Translate } from "~/i18n/catalogues";
import type { Headings } from "./headings.server";
import { rowReader } from "./read-row.server";
import type { Vocabulary } from "./vocabulary.server";

type Checking = {
  headings: Headings;
  rows: readonly SheetRow[];
  /** All sellers that there are, a batch at a time; of them only those that the file is about are remembered. */
  sellers: AsyncIterable<Seller[]>;
  vocabulary: Vocabulary;
  t: Translate;
};

/**
 * Says of each row of a file what it means: a seller to add, a change, nothing, or what is wrong with it.
 * @throws whatever `sellers` throws
 */
export async function* checkRows({
  headings,
  rows,
  sellers,
  vocabulary,
  t,
}: Checking): AsyncGenerator<CheckedRow, void> {
  const reader = rowReader(headings, vocabulary, t);
  const byId = new Groups<SheetRow>();
  const byEmail = new Groups<SheetRow>();
  for (const row of rows) {
    for (const id of idsOf(reader.cell(row, "id"))) byId.add(id, row);
    byEmail.add(emailKey(reader.cell(row, "email")), row);
  }
  const known = new Map<string, Seller>();
  const holders = new Groups<Seller>();
  for await (const batch of sellers) {
    for (const seller of batch) {
      if (byId.has(seller.id)) known.set(seller.id, seller);
      if (byEmail.has(emailKey(seller.email))) holders.add(emailKey(seller.email), seller);
    }
  }
  for (const row of rows) {
    const id = reader.cell(row, "id");
    const before = idsOf(id)
      .map((each) => known.get(each))
      .find(Boolean);
    const read = id.trim() === "" ? reader.create(row) : before ? reader.update(row, before) : reader.stranger(row);
    const problems: RowProblem[] = read.kind === "wrong" ? [...read.problems] : [];
    problems.push(...sameId(row, id), ...sameEmail(row, read, before));
    yield problems.length > 0 ? { line: row.line, kind: "wrong", cells: row.cells, problems } : read;
  }

  function sameId(row: SheetRow, id: string): RowProblem[] {
    const other = idsOf(id)
      .map((each) => byId.another(each, row))
      .find(Boolean);
    return other ? [{ column: "id", value: id, ...sameAs("sameId", other) }] : [];
  }

  /** An address that the row brings, and another row or another seller has. */
  function sameEmail(row: SheetRow, read: CheckedRow, before: Seller | undefined): RowProblem[] {
    const value = reader.cell(row, "email");
    const email = emailKey(value);
    const brought = read.kind !== "unchanged" && email !== "" && (!before || emailKey(before.email) !== email);
    if (!brought) return [];
    const other = byEmail.another(email, row);
    if (other) return [{ column: "email", value, ...sameAs("sameEmail", other) }];
    const holder = holders.another(email, before);
    if (!holder) return [];
    const { displayName: name, id } = holder;
    return [{ column: "email", value, reason: t("upload:row.emailTaken", { name: name || id, id }), also: "id" }];
  }

  function sameAs(what: "sameId" | "sameEmail", { line }: SheetRow) {
    return { reason: t(`upload:row.${what}`, { line }), same: { what, line } };
  }
}

/** The id as it stands, and as it is meant. */
function idsOf(cell: string): string[] {
  const meant = cell.trim();
  return meant === "" ? [] : [...new Set([cell, meant])];
}

/** Mail goes to the same place whatever the letters' case. */
function emailKey(text: string): string {
  return cleanText(text).toLowerCase();
}

/** Who shares something with whom. Of each group only two are remembered: whoever asks wants one other than themselves. */
export class Groups<T> {
  readonly #groups = new Map<string, [T, T?]>();

  add(key: string, member: T): void {
    if (key === "") return;
    const group = this.#groups.get(key);
    if (!group) this.#groups.set(key, [member]);
    else if (group[0] !== member) group[1] ??= member;
  }

  has(key: string): boolean {
    return this.#groups.has(key);
  }

  /** The two that are remembered, or fewer. */
  of(key: string): readonly (T | undefined)[] {
    return this.#groups.get(key) ?? [];
  }

  /** A member other than this one. */
  another(key: string, than: T | undefined): T | undefined {
    return this.of(key).find((each) => each !== undefined && each !== than);
  }
}
