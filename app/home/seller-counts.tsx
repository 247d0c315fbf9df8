import { Await, Link } from "@remix-run/react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "~/i18n/format";
import { useHref, useLocale } from "~/i18n/use-locale";
import { Notice } from "~/ui";
import classes from "./seller-counts.module.css";

export type SellerCounts = { all: number; active: number; inactive: number };

const kinds = [
  { kind: "all", query: "" },
  { kind: "active", query: "?status=active" },
  { kind: "inactive", query: "?status=inactive" },
] as const;

/**
 * How many sellers there are; each number leads to its list.
 * @param counts the numbers, or their promise; null when the backend doesn't answer
 */
export function SellerCountsRow({ counts }: { counts: Promise<SellerCounts | null> | SellerCounts | null }) {
  return (
    <Suspense fallback={<Row counts={undefined} />}>
      <Await resolve={counts} errorElement={<Row counts={null} />}>
        {(known) => <Row counts={known} />}
      </Await>
    </Suspense>
  );
}

/** The same boxes whether the numbers are on their way (undefined), known, or unknown (null): nothing shifts. */
function Row({ counts }: { counts: SellerCounts | null | undefined }) {
  const { t } = useTranslation("home");
  const href = useHref();
  const locale = useLocale();
  const waiting = counts === undefined;
  return (
    <>
      <ul className={classes.row} aria-busy={waiting || undefined}>
        {kinds.map(({ kind, query }) => (
          <li key={kind}>
            <Link to={href(`/sellers${query}`)} className={classes.box}>
              <span className={classes.name}>{t(`counts.${kind}`)}</span>
              {counts ? (
                <strong className={classes.number}>{formatNumber(counts[kind], locale)}</strong>
              ) : (
                <span className={classes.none}>{waiting ? t("counts.loading") : t("counts.unknown")}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {counts === null && (
        <Notice kind="warning" className={classes.failed}>
          <p>
            {t("counts.failed")} <Link to={href("/")}>{t("counts.retry")}</Link>
          </p>
        </Notice>
      )}
    </>
  );
}
