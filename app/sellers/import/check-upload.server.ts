import type { Encoding } from "~/.server/spreadsheet/csv-encoding";
import { UnusableFile } from "~/.server/spreadsheet/sheet";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { type CheckedRow, shortened, type WrongRow } from "~/domain/checked-row";
import { editableFields, type Seller } from "~/domain/seller";
import { importItemOf } from "~/sellers/jobs/seller-import.server";
import { isDecimal, losesZeros } from "./cell-damage.server";
import { runInCheckSlot } from "./check-slots.server";
import type { Corrections } from "./corrections.server";
import { openFileCheck } from "./file-checker.server";
import { type Findings, PlanWriter } from "./plan-store.server";

/** The form may be larger (12 MB), so that a refused file gets an explanation on the page. */
export const MAX_FILE_MEGABYTES = 10;

type Recheck = { corrections: Corrections; previous: string; encoding?: Encoding };

/** @returns the plan's id. @throws UnusableFile, NoSlot, DatabaseUnavailable, BackendError */
export async function checkUpload(ctx: FranchiseeContext, file: File, recheck?: Recheck): Promise<string> {
  if (file.size > MAX_FILE_MEGABYTES * 1024 * 1024) throw new UnusableFile(file.name ? "tooLarge" : "pastedTooLarge");
  return runInCheckSlot(ctx.session.sub, () => checkAndStore(ctx, file, recheck));
}

async function checkAndStore(ctx: FranchiseeContext, file: File, recheck?: Recheck): Promise<string> {
  const { session, locale } = ctx;
  const { corrections = [], previous, encoding: chosenEncoding } = recheck ?? {};
  const checkedAt = Date.now();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const digest = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("base64url");
  const fileCheck = await openFileCheck({
    bytes,
    corrections,
    isPasted: file.name === "",
    encoding: chosenEncoding,
    locale,
  });
  try {
    const rows = await fileCheck.compare(sellersOf(ctx));
    // Begins the plan only after the comparison: a plan that gets no rows for a minute expires.
    const fileName = file.name.slice(0, 120);
    const plan = await PlanWriter.begin({ sub: session.sub, fileName, digest, checkedAt, previous });
    try {
      const rowFindings = await storeRows(plan, rows);
      const { format, headings, line: headingLine, sheet, encoding } = fileCheck.table;
      const { texts, ...columns } = headings;
      const findings: Findings = {
        ...rowFindings,
        ...columns,
        format: format === "csv" ? "csv" : "xlsx",
        headings: texts,
        headingLine,
        sheet,
        encoding,
      };
      const isFileNeeded = rowFindings.counts.wrong > 0 || encoding !== undefined;
      return await plan.end(findings, isFileNeeded ? { file, corrections } : undefined);
    } catch (error) {
      await plan.abandon().catch(() => undefined);
      throw error;
    }
  } finally {
    fileCheck.end();
  }
}

async function* sellersOf({ sellers }: FranchiseeContext): AsyncGenerator<Seller[], void> {
  for await (const batch of sellers.allMatching({ q: "", sort: "displayName" })) yield batch.sellers;
}

const PREVIEW_ROWS = 50;

type SavedRow = Extract<CheckedRow, { kind: "create" | "update" }>;

async function storeRows(plan: PlanWriter, checkedRows: AsyncIterable<CheckedRow[]>) {
  const counts = { create: 0, update: 0, unchanged: 0, wrong: 0 };
  const preview: Findings["preview"] = [];
  let zeros = 0;
  let decimals = 0;
  let hiddenRows = 0;
  for await (const rows of checkedRows) {
    const items: unknown[] = [];
    const wrong: WrongRow[] = [];
    for (const { isHidden, ...row } of rows) {
      counts[row.kind] += 1;
      if (row.kind === "wrong") {
        wrong.push({ line: row.line, cells: row.cells, problems: row.problems });
      } else if (row.kind !== "unchanged") {
        items.push(importItemOf(row));
        if (isHidden) hiddenRows += 1;
        if (preview.length < PREVIEW_ROWS) preview.push(previewRow(row));
        const mpk = row.kind === "create" ? row.seller.mpk : row.fields.mpk;
        if (mpk === undefined) continue;
        if (row.kind === "update" && losesZeros(row.before.mpk, mpk)) zeros += 1;
        if (isDecimal(mpk)) decimals += 1;
      }
    }
    await plan.add(items, wrong);
  }
  return { counts, preview, zeros, decimals, hiddenRows };
}

function previewRow(row: SavedRow): Findings["preview"][number] {
  const before = row.kind === "update" ? row.before : undefined;
  const after = row.kind === "update" ? row.fields : { ...row.seller, accountEnabled: row.accountEnabled };
  const changes = editableFields.flatMap((column) => {
    const value = after[column];
    if (value === undefined) return [];
    return [{ column, before: before && shortened(before[column]), after: shortened(value) }];
  });
  const name = shortened(before?.displayName ?? after.displayName);
  return { line: row.line, name, sellerId: before?.id, changes };
}
