import { printSellerQuery, type SellerFilter, type SellerQuery } from "~/domain/query";
import { useHref } from "~/i18n/use-locale";

/** Where the list stands: what its links start from. */
export type ListState = {
  query: SellerQuery;
  /** Rows per page that the person has chosen for lists whose URL doesn't say. */
  defaultPageSize: number;
};

const noFilter: Partial<SellerFilter> = { q: "", status: undefined, mpk: undefined, names: undefined };

/** Makes links to the same list with something changed; from page one, unless the change names a page. */
export function useListHref({ query, defaultPageSize }: ListState) {
  const href = useHref();
  const print = (changed: SellerQuery) => {
    const params = printSellerQuery(changed, { size: defaultPageSize }).toString();
    return href(params ? `/sellers?${params}` : "/sellers");
  };
  return {
    /** The same list, changed. */
    withChange: (change: Partial<SellerQuery>) => print({ ...query, page: 1, ...change }),
    /** Another filter altogether; the page's size stays. */
    withFilter: (filter: Partial<SellerFilter>) => print({ ...query, page: 1, ...noFilter, ...filter }),
  };
}
