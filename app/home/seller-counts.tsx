import { Await, Link } from "@remix-run/react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { Optional } from "~/.server/backend/optional";
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
 * @param counts the numbers, or their promise; or why they aren't known
 */
export function SellerCountsRow({ counts }: { counts: Promise<Optional<SellerCounts>> | Optional<SellerCounts> }) {
  return (
    <Suspense fallback={<Row part={undefined} />}>
      <Await resolve={counts} errorElement={<Row part={{ known: false, why: "unreachable" }} />}>
        {(part) => <Row part={part} />}
      </Await>
    </Suspense>
  );
}

/** The same boxes whether the numbers are on their way (undefined), known or unknown: nothing shifts. */
function Row({ part }: { part: Optional<SellerCounts> | undefined }) {
  const { t } = useTranslation("home");
  const href = useHref();
  const locale = useLocale();
  const counts = part?.known ? part.value : undefined;
  const why = part && !part.known ? part.why : undefined;
  const waiting = part === undefined;
  const none = waiting ? "counts.loading" : why === "refused" ? "counts.refused" : "counts.unknown";
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
                <span className={classes.none}>{t(none)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {why && (
        <Notice kind="warning" className={classes.failed}>
          <p>
            {t(why === "refused" ? "counts.refusedReason" : "counts.failed")}{" "}
            <Link to={href("/")}>{t("counts.retry")}</Link>
          </p>
        </Notice>
      )}
    </>
  );
}
