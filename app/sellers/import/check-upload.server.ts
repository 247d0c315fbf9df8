import { allMatching } from "~/.server/backend/all-matching";
import { BackendError, type WhyFailed, whyFailed } from "~/.server/backend/backend-error";
import { type FileFault, UnusableFile } from "~/.server/spreadsheet/sheet";
import { OverBudget } from "~/.server/store/budget";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { CheckedRow, RowProblem } from "~/domain/checked-row";
import type { Seller } from "~/domain/seller";
import { importItemOf } from "~/sellers/jobs/seller-import.server";
import { checkTurns } from "./check-turns.server";
import type { Corrections } from "./corrections.server";
import { openFileCheck } from "./file-check.server";
import { type BegunPlan, beginPlan, type Plan } from "./plan-store.server";
import { losesZeros, PREVIEW_ROWS, previewOf } from "./preview.server";
import { digestOf } from "./same-file.server";

/** A file's name is shown, never used. */
const SHOWN_NAME = 120;

/** The sellers that a file is compared with can't be had. */
export class NothingToCompare extends Error {
  readonly why: WhyFailed;
  /** What a person sees of it (docs/product.md §8). */
  readonly status: number;
  constructor(cause: BackendError) {
    super("No sellers to compare with", { cause });
    this.why = whyFailed(cause);
    this.status = cause.status;
  }
}

/**
 * Reads a file, compares it with all sellers and stores what it would do; changes nothing. Waits for its turn.
 * @param again values that take the place of the file's own, and the plan that they were typed into
 * @returns the id of the plan
 * @throws UnusableFile; NoTurn; NothingToCompare; StoreUnavailable; BackendError `unauthorized`
 */
export function checkUpload(ctx: FranchiseeContext, file: File, again?: Again): Promise<string> {
  return checkTurns.take(ctx.session.sub, file.size, () => check(ctx, file, again));
}

type Again = { corrections: Corrections; before: string };

async function check(
  ctx: FranchiseeContext,
  file: File,
  { corrections = [], before }: Partial<Again> = {},
): Promise<string> {
  const { session, locale } = ctx;
  const checkedAt = Date.now();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const digest = await digestOf(bytes);
  const checking = await openFileCheck({ bytes, corrections, locale });
  try {
    const { format, headings, line, sheet } = checking.table;
    const { texts, places, problem: problemPlace, ignored } = headings;
    const fileName = file.name.slice(0, SHOWN_NAME);
    const plan = await beginPlan(session.sub).catch(asFault("tooManyFiles"));
    try {
      const stored = await storeRows(plan, checking.rows(sellersOf(ctx)));
      const found = { format, headings: texts, places, headingLine: line, sheet, problemPlace, ignored };
      const source = stored.counts.wrong > 0 ? await plan.putSource(file, corrections) : undefined;
      await plan.end({ sub: session.sub, fileName, digest, checkedAt, ...found, ...stored, source, before });
      return plan.id;
    } catch (error) {
      await plan.abandon();
      return asFault("tooMuchInside")(error);
    }
  } finally {
    await checking.end();
  }
}

/** What a person has no room for is their file's fault. */
function asFault(fault: FileFault) {
  return (error: unknown): never => {
    throw error instanceof OverBudget ? new UnusableFile(fault, {}, { cause: error }) : error;
  };
}

/** A backend that doesn't give them is told beside the file, not on an error page. */
async function* sellersOf({ sellers }: FranchiseeContext): AsyncGenerator<Seller[], void> {
  try {
    for await (const batch of allMatching(sellers, { q: "", sort: "displayName" })) yield batch.sellers;
  } catch (error) {
    if (!(error instanceof BackendError) || error.kind === "unauthorized") throw error;
    throw new NothingToCompare(error);
  }
}

async function storeRows({ items, wrong }: BegunPlan, checked: AsyncIterable<CheckedRow>) {
  const counts = { create: 0, update: 0, unchanged: 0, wrong: 0 };
  const preview: Plan["preview"] = [];
  const faults = new CommonFaults();
  let zeros = 0;
  for await (const row of checked) {
    counts[row.kind] += 1;
    if (row.kind === "wrong") {
      faults.add(row.problems);
      await wrong.add({ line: row.line, cells: row.cells, problems: row.problems });
    } else if (row.kind !== "unchanged") {
      await items.add(importItemOf(row));
      if (preview.length < PREVIEW_ROWS) preview.push(previewOf(row));
      if (losesZeros(row)) zeros += 1;
    }
  }
  await items.end();
  await wrong.end();
  return { counts, preview, faults: faults.most(), zeros, itemChunks: items.chunks, wrongChunks: wrong.chunks };
}

/** Faults told apart; what says another thing of each row is no fault that many share. */
const MAX_FAULTS = 200;
/** Of them, as many as are said. */
const SHOWN_FAULTS = 3;

/** What is wrong with most rows. */
class CommonFaults {
  readonly #found = new Map<string, NonNullable<Plan["faults"]>[number]>();

  add(problems: RowProblem[]): void {
    for (const { column, reason } of problems) {
      const key = `${column} ${reason}`;
      const known = this.#found.get(key);
      if (known) known.rows += 1;
      else if (this.#found.size < MAX_FAULTS) this.#found.set(key, { column, reason, rows: 1 });
    }
  }

  most() {
    return [...this.#found.values()].sort((a, b) => b.rows - a.rows).slice(0, SHOWN_FAULTS);
  }
}
