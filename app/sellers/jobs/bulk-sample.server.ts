import { optional } from "~/.server/backend/optional";
import { env } from "~/.server/env";
import { inTime } from "~/.server/http/deferred";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { sellerFilter } from "~/domain/local-filter";
import type { Seller } from "~/domain/seller";
import { MAX_LEFT_OUT } from "~/sellers/list/selection/selection";
import type { BulkSelection } from "./bulk-selection.server";

const SAMPLE = 10;
/** With SELLERS_SEARCH=backend the app can't verify the matches, so the person sees more. */
const UNVERIFIED_SAMPLE = 1_000;

type CountAndSample = { count: number; sample: SampleSeller[] };

export function countAndSample(ctx: FranchiseeContext, selection: BulkSelection): Promise<CountAndSample> {
  return selection.all ? sampleMatching(ctx, selection) : sampleTicked(ctx, selection);
}

async function sampleTicked(ctx: FranchiseeContext, { ids }: BulkSelection & { all: false }): Promise<CountAndSample> {
  const sample = await Promise.all(ids.slice(0, SAMPLE).map((id) => sampleById(ctx, id)));
  return { count: ids.length, sample: sample.filter((seller) => seller !== undefined) };
}

async function sampleMatching(
  ctx: FranchiseeContext,
  selection: BulkSelection & { all: true },
): Promise<CountAndSample> {
  // Deselected sellers are removed from the sample, so read that many more.
  const query = { ...selection.query, page: 1, size: SAMPLE + selection.leftOut.length };
  const [{ total, sellers }, leftOut] = await Promise.all([ctx.sellers.list(query), countLeftOut(ctx, selection)]);
  const leftOutIds = new Set(selection.leftOut);
  const isUnverified = env().SELLERS_SEARCH === "backend" && query.q !== "";
  const candidates = isUnverified ? await firstMatching(ctx, selection) : sellers;
  return {
    count: total - leftOut,
    sample: candidates
      .filter(({ id }) => !leftOutIds.has(id))
      .slice(0, isUnverified ? UNVERIFIED_SAMPLE : SAMPLE)
      .map(sampleOf),
  };
}

async function firstMatching({ sellers: backend }: FranchiseeContext, { query }: BulkSelection): Promise<Seller[]> {
  const first: Seller[] = [];
  for await (const { sellers } of backend.allMatching(query)) {
    first.push(...sellers);
    if (first.length >= UNVERIFIED_SAMPLE + MAX_LEFT_OUT) break;
  }
  return first;
}

/** Counts deselected sellers that still exist and match: only these are in the list's total. */
async function countLeftOut({ sellers }: FranchiseeContext, { leftOut, query }: BulkSelection & { all: true }) {
  const filter = env().SELLERS_SEARCH === "backend" ? { ...query, q: "" } : query;
  const existingSellers = await sellers.getMany(leftOut);
  const matches = sellerFilter(filter);
  return matches ? existingSellers.filter(matches).length : existingSellers.length;
}

async function sampleById({ sellers }: FranchiseeContext, id: string): Promise<SampleSeller | undefined> {
  const record = await inTime(optional(sellers.get(id)), null);
  return record ? sampleOf(record.seller) : undefined;
}

type SampleSeller = ReturnType<typeof sampleOf>;

function sampleOf({ id, displayName, email, mpk, accountEnabled }: Seller) {
  return { id, displayName, email, mpk, accountEnabled };
}
