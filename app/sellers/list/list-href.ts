import { printSellerQuery, type SellerFilter, type SellerQuery } from "~/domain/query";
import { useHref } from "~/i18n/hooks";

export type ListState = {
  query: SellerQuery;
  /** The person's own rows per page, for a URL without `size`. */
  defaultPageSize: number;
};

export const SEARCH_FORM_ID = "search-form";

export function useListHref({ query, defaultPageSize }: ListState) {
  const href = useHref();
  const print = (changed: SellerQuery) => {
    const params = printSellerQuery(changed, { size: defaultPageSize }).toString();
    return href(params ? `/sellers?${params}` : "/sellers");
  };
  const { size, sort, selection } = query;
  return {
    /** Leads to page 1 unless `change` has a page. */
    withChange: (change: Partial<SellerQuery>) => print({ ...query, page: 1, ...change }),
    /** Replaces the whole filter, but keeps the order unless `filter` has another. */
    withFilter: (filter: Partial<SellerFilter>) => print({ q: "", sort, page: 1, size, selection, ...filter }),
  };
}
