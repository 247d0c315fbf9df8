import { z } from "zod";
import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { ignoredParameters } from "~/.server/metrics";
import { sealedRecords } from "~/.server/store/sealed-records";
import { type BackendFilter, contradictedFilters } from "~/domain/local-filter";
import type { SellerQuery } from "~/domain/query";
import type { Seller } from "~/domain/seller";

/** The parameters of the sellers list that the app verifies, by their names in docs/product.md §7. */
export const verifiedParameters = ["search", "accountEnabled", "page"] as const;
type Parameter = (typeof verifiedParameters)[number];

const NOTE_DAYS = 7;

/** Tells `npm run doctor`, which has no token for the backend, what the running app has seen. */
export const ignoredNotes = sealedRecords({
  kind: "backend-ignores",
  schema: z.object({ since: z.number() }),
  ttl: NOTE_DAYS * 24 * 3600,
  id: /^(search|accountEnabled|page)$/,
});

/** For so long, in ms, a filter that a row contradicted isn't left to the backend: one row may just be late in its index. */
const DISTRUSTED_MS = 10 * 60_000;

const ignored = new Set<Parameter>();
const none: ReadonlySet<BackendFilter> = new Set();
let distrusted = { filters: none, since: 0 };

/** The filters that the backend ignores; the same set until another one is noticed. */
export function ignoredFilters(): ReadonlySet<BackendFilter> {
  return performance.now() - distrusted.since < DISTRUSTED_MS ? distrusted.filters : none;
}

/** Whether a row contradicts a filter that the backend was asked for; from then on the app applies that filter itself. */
export function noticeContradiction(query: SellerQuery, sellers: readonly Seller[]): boolean {
  const q = env().SELLERS_SEARCH === "backend" ? "" : query.q;
  const contradicted = contradictedFilters({ q, status: query.status }, sellers);
  if (contradicted.length === 0) return false;
  contradicted.forEach(noticeIgnored);
  distrusted = { filters: new Set([...ignoredFilters(), ...contradicted]), since: performance.now() };
  return true;
}

export function noticeIgnored(parameter: Parameter): void {
  if (ignored.has(parameter)) return;
  ignored.add(parameter);
  ignoredParameters.set({ parameter }, 1);
  log().warn({ parameter }, "the sellers backend ignores a parameter of its list");
  // The log and the metric say the same, so a store that is away costs only the doctor's line.
  ignoredNotes.put(parameter, { since: Date.now() }).catch(() => undefined);
}
