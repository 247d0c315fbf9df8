import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useHref } from "~/i18n/use-locale";
import { pageSizes } from "~/profile/preferences";
import classes from "./list.module.css";
import { shownPages } from "./page-numbers";
import { printSellerQuery, type SellerQuery } from "./query";

type PagesProps = { query: SellerQuery; total: number; usualSize: number };

/** Links to the pages of the list, and how many sellers stand on one. */
export function Pages({ query, total, usualSize }: PagesProps) {
  const { t } = useTranslation(["sellers", "common"]);
  const href = useHref();
  const last = Math.max(1, Math.ceil(total / query.size));
  const link = (change: Partial<SellerQuery>) => {
    const params = printSellerQuery({ ...query, ...change }, { size: usualSize }).toString();
    return href(params ? `/sellers?${params}` : "/sellers");
  };
  if (total <= Math.min(...pageSizes)) return null;
  return (
    <div className={classes.pages}>
      {last > 1 && (
        <nav aria-label={t("pages.label")}>
          {query.page > 1 && (
            <Link to={link({ page: query.page - 1 })} rel="prev">
              {t("pages.previous")}
            </Link>
          )}
          {shownPages(query.page, last).map((page, at) =>
            page === undefined ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap has nothing else to be known by.
              <span key={`gap ${at}`} aria-hidden="true">
                …
              </span>
            ) : (
              <Link
                key={page}
                to={link({ page })}
                aria-label={t("pages.page", { page })}
                aria-current={page === query.page ? "page" : undefined}
              >
                {page}
              </Link>
            ),
          )}
          {query.page < last && (
            <Link to={link({ page: query.page + 1 })} rel="next">
              {t("pages.next")}
            </Link>
          )}
        </nav>
      )}
      <nav aria-label={t("pages.size")}>
        {pageSizes.map((size) => (
          <Link
            key={size}
            to={link({ size, page: 1 })}
            aria-label={t("pages.sizeOf", { size })}
            aria-current={size === query.size ? "true" : undefined}
          >
            {size}
          </Link>
        ))}
        <span aria-hidden="true">{t("common:perPage")}</span>
      </nav>
    </div>
  );
}
