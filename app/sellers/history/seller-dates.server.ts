import { formatDateTime } from "~/i18n/format";
import { sellerMoments } from "~/sellers/write/seller-moments.server";

/** When a seller was added and last changed through this app, as DD.MM.YYYY HH:mm; absent where the history doesn't know. */
export type SellerDates = { added?: string; changed?: string };

/**
 * By the sellers' ids, by one question to the store.
 * @param shown sellers whom the backend has just given to this person: who may see them may see their history
 * @throws StoreUnavailable
 */
export async function sellerDates(shown: readonly { id: string }[]): Promise<Record<string, SellerDates>> {
  const ids = shown.map(({ id }) => id);
  const moments = await sellerMoments(ids);
  const dates = moments.map(
    ({ added, changed }): SellerDates => ({
      ...(added === undefined ? {} : { added: formatDateTime(added) }),
      ...(changed === undefined ? {} : { changed: formatDateTime(changed) }),
    }),
  );
  return Object.fromEntries(ids.map((id, at) => [id, dates[at] as SellerDates]));
}
