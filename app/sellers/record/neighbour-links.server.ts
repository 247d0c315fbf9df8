import { known, optional } from "~/.server/backend/optional";
import type { SellersApi } from "~/.server/backend/sellers-api";
import { isFromHistory, sellerPath, withFrom } from "~/domain/list-link";
import { parseSellerQuery, printSellerQuery } from "~/domain/query";
import type { NeighbourLinks } from "./neighbour-links";
import { type Neighbour, neighboursIn, neighbourWindow } from "./neighbours";

/**
 * Links to the records before and after one in the list that the person came from, over the borders of its pages, by
 * one call to the backend.
 * @param from that list's query (`fromOf`); none is the list as it first opens
 * @param defaultPageSize its rows per page where the query doesn't say
 * @returns null when the record isn't in that list (any more), the person came from no list, or the backend can't say: the page is as good without.
 */
export async function neighbourLinks(
  sellers: Pick<SellersApi, "list">,
  id: string,
  from: string | null,
  defaultPageSize: number,
): Promise<NeighbourLinks | null> {
  if (isFromHistory(from)) return null;
  const query = parseSellerQuery(new URLSearchParams(from ?? ""), { size: defaultPageSize });
  const asked = neighbourWindow(query);
  const answer = known(await optional(sellers.list(asked)));
  const found = answer && neighboursIn(query, asked, answer, id);
  if (!found) return null;
  const link = (neighbour: Neighbour | undefined) => {
    if (!neighbour) return undefined;
    const list = printSellerQuery({ ...query, page: neighbour.page }, { size: defaultPageSize }).toString();
    return { to: withFrom(sellerPath(neighbour.id), list), name: neighbour.name };
  };
  const { previous, next, position, total } = found;
  return { previous: link(previous), next: link(next), position, total };
}
