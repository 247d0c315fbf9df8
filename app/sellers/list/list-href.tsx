import { CloseButton } from "@mantine/core";
import { Link, type LinkProps } from "@remix-run/react";
import { historyColumns } from "~/domain/preferences";
import { printSellerQuery, type SellerFilter, type SellerQuery } from "~/domain/query";
import { useHref } from "~/i18n/use-locale";
import theme from "~/ui/theme/components.module.css";

export type ListState = {
  query: SellerQuery;
  /** The person's own rows per page, which a URL without `size` means. */
  defaultPageSize: number;
};

/** The search form's id, for controls that stand outside the form. */
export const SEARCH_FORM = "search-form";

/** The filters that a person chooses among values; each has a menu at its chip. */
export const chosenFilters = ["mpk", "same", ...historyColumns] as const;
export type ChosenFilter = (typeof chosenFilters)[number];

const listMenus = ["filters", "views", "look", "export", ...chosenFilters] as const;
export type ListMenuName = (typeof listMenus)[number];

/** The menu that the list's URL asks for, which the page comes with open. */
export function menuOf(params: URLSearchParams): ListMenuName | undefined {
  return listMenus.find((name) => name === params.get("menu"));
}

/** The links lead to page one, unless the change names a page. */
export function useListHref({ query, defaultPageSize }: ListState) {
  const href = useHref();
  const print = (changed: SellerQuery) => {
    const params = printSellerQuery(changed, { size: defaultPageSize }).toString();
    return href(params ? `/sellers?${params}` : "/sellers");
  };
  const { size, sort, selection } = query;
  return {
    withChange: (change: Partial<SellerQuery>) => print({ ...query, page: 1, ...change }),
    /** Replaces the whole filter. */
    withFilter: (filter: Partial<SellerFilter>) => print({ q: "", sort, page: 1, size, selection, ...filter }),
  };
}

type CloseLinkProps = Omit<LinkProps, "children"> & { children: string };

/** A cross that leads to the list without something; its text is for screen readers. */
export function CloseLink({ children, ...link }: CloseLinkProps) {
  return (
    <CloseButton
      renderRoot={({ type: _notForLinks, ...props }) => <Link preventScrollReset {...link} {...props} />}
      size="var(--panel-small-control-height)"
      iconSize={14}
      radius="xl"
      c="inherit"
      title={children}
      data-screen-only
    >
      <div className={theme.spoken}>{children}</div>
    </CloseButton>
  );
}
