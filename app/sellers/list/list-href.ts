import { printSellerQuery, type SellerFilter, type SellerQuery } from "~/domain/query";
import { useHref } from "~/i18n/use-locale";

export type ListState = {
  query: SellerQuery;
  /** The person's own rows per page, which a URL without `size` means. */
  defaultPageSize: number;
};

const noFilter: Partial<SellerFilter> = {
  q: "",
  status: undefined,
  mpk: undefined,
  names: undefined,
  same: undefined,
  added: undefined,
  changed: undefined,
  disabledSince: undefined,
};

/** The links lead to page one, unless the change names a page. */
export function useListHref({ query, defaultPageSize }: ListState) {
  const href = useHref();
  const print = (changed: SellerQuery) => {
    const params = printSellerQuery(changed, { size: defaultPageSize }).toString();
    return href(params ? `/sellers?${params}` : "/sellers");
  };
  return {
    withChange: (change: Partial<SellerQuery>) => print({ ...query, page: 1, ...change }),
    /** Replaces the whole filter; the page size stays. */
    withFilter: (filter: Partial<SellerFilter>) => print({ ...query, page: 1, ...noFilter, ...filter }),
  };
}
