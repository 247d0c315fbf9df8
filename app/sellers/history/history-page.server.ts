import { optional, known as optionalValue, unreachable } from "~/.server/backend/optional";
import { inTime } from "~/.server/http/deferred";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/domain/history-entry";
import { findEntry } from "~/sellers/write/history-journal.server";
import { readDayRange } from "./day-range.server";
import { historyDays, rowOf } from "./history-days";
import { parseHistoryFilter } from "./history-filter";
import { newerPlace, olderPlace, parseHistoryPlace, printHistoryPlace } from "./history-place";
import { filterHistory } from "./history-sellers.server";
import { type HistoryView, historyView } from "./history-view";
import { undoOutlook } from "./undo-outlook.server";
import { isVisible, visibleHistory } from "./visible-history.server";

const PAGE_SIZE = 50;
const MAX_PEOPLE = 50;
/** Added sellers whose account is looked at; the page that disables an account looks again. */
const MAX_ADDED = 20;
/**
 * `asked`: enough for a page whose changes are each of another seller, and for a few sellers that aren't for this person. A job is one
 * row however many changes it made, so it doesn't push the others off the page.
 */
const REACH = { entries: PAGE_SIZE, rowOf, looked: 1_000, asked: 60, beyond: "next page" } as const;
/** With a filter most changes that are read don't match. */
const FILTERED = { ...REACH, looked: 5_000 };
/** All changes of the sellers that the backend finds stand on the page; former values are looked for among `asked` other sellers. */
const BY_SELLER = { ...FILTERED, beyond: "own" } as const;

export type HistoryPageContent = Awaited<ReturnType<typeof historyPage>>;

/**
 * What a page of the history shows: the entries of the days in its URL (`from`, `to`), from `before` on, and the one
 * that a link, or a form that was held, asks to take back (`change`).
 * @param sellerId one seller's page, which the backend has just given to this person; else what they may see of all
 * @throws StoreUnavailable
 */
export async function historyPage(ctx: FranchiseeContext, sellerId?: string) {
  const { t, session, newFormKey, request } = ctx;
  const { sub } = session;
  const { searchParams } = new URL(request.url);
  const { bounds, ...range } = readDayRange(searchParams, t);
  const filter = parseHistoryFilter(searchParams);
  const place = parseHistoryPlace(searchParams);
  const { matches, matchesShown, known, tooMany, unanswered } = await filterHistory(ctx, filter);
  const now = Date.now();
  const wrongDays = Object.keys(range.errors).length > 0;
  // With wrong days nothing is listed: all changes would pass for those of the days that were meant.
  const until = wrongDays
    ? 0
    : Math.min(bounds.until ?? Number.POSITIVE_INFINITY, place.asOf ?? Number.POSITIVE_INFINITY);
  const shown = sellerId === undefined ? known : new Set([sellerId]);
  const query = { ...bounds, until, before: place.before, sellerId, matches, matchesShown, known: shown };
  const found = await visibleHistory(ctx, query, matchesShown ? BY_SELLER : matches ? FILTERED : REACH);
  const { entries, older } = found;
  const newer = newerPlace(place);
  const asked = searchParams.get("change") ?? ctx.draft?.fields.change;
  const chosen = typeof asked === "string" && asked ? await findEntry(asked) : undefined;
  const isHere = (entry: HistoryEntry) => (sellerId ? entry.sellerId === sellerId : isVisible(entry, ctx));
  const days = historyDays(entries, sub);
  const choice =
    chosen && (await isHere(chosen))
      ? { entry: historyView(chosen, sub), outlook: await undoOutlook(ctx, chosen) }
      : undefined;
  const rows = days.flatMap((day) => day.rows.flatMap((row) => row.entries));
  return {
    range,
    /** No days to look for, so nothing is shown until they are corrected. */
    wrongDays,
    filter,
    days,
    now,
    /** The next, older page, and the one before this one as it was, as parameters of their addresses. */
    older: older === undefined ? undefined : printHistoryPlace(olderPlace(place, older, now)),
    newer: newer && printHistoryPlace(newer),
    isNewest: place.before === undefined && place.asOf === undefined,
    /** Changes are being made: the page is to be kept current. */
    isLive: found.isLive,
    /** Which changes of others may be seen isn't known of all; those are left out. */
    unanswered: unanswered || found.unanswered,
    /** Why only some of the sellers that match the filter are looked at. */
    tooMany: tooMany ? t("undo:tooManySellers") : matchesShown && found.omitted ? t("undo:formerOmitted") : undefined,
    /** Names to choose from: of those whose changes stand here. */
    people: [...new Set(entries.flatMap(({ by }) => by.name ?? []))].slice(0, MAX_PEOPLE),
    /** The entry that a link, or a form that was held, asks to take back. */
    chosen: choice,
    disabled: sellerId === undefined ? await disabledAmong(ctx, choice ? [choice.entry, ...rows] : rows) : [],
    formKey: await newFormKey(),
  };
}

/** Sellers that were added and whose account is known to be disabled by now: nobody is offered to disable it. */
async function disabledAmong({ sellers }: FranchiseeContext, entries: readonly HistoryView[]): Promise<string[]> {
  const added = entries.flatMap(({ action, outcome, sellerId = [] }) =>
    action === "create" && outcome === "done" ? sellerId : [],
  );
  const isDisabled = async (id: string) => {
    const record = optionalValue(await inTime(optional(sellers.get(id)), unreachable));
    return record?.seller.accountEnabled === false ? [id] : [];
  };
  const asked = [...new Set(added)].slice(0, MAX_ADDED);
  return (await Promise.all(asked.map(isDisabled))).flat();
}

/** The page's own address without the change that a link asked to take back. */
export function pageOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("change");
  searchParams.delete("draft");
  return pathname + (searchParams.size > 0 ? `?${searchParams}` : "");
}
