import { Link } from "@remix-run/react";
import { startTransition, useEffect, useState } from "react";
import type { ValueOrReason } from "~/.server/backend/optional";
import { formatNumber } from "~/i18n/format";
import { useHref, useLocale, useT } from "~/i18n/hooks";
import { sellersFailure } from "~/layouts/shell/error-words";
import { Deferred } from "~/ui/deferred-part";
import { WarningIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import classes from "./count-links.module.css";

export type SellerCounts = { all: number; active: number; inactive: number };
export type CountsPart = Promise<ValueOrReason<SellerCounts>> | ValueOrReason<SellerCounts>;

const kinds = [
  { kind: "all", query: "" },
  { kind: "active", query: "?status=active" },
  { kind: "inactive", query: "?status=inactive" },
] as const;

/** A hook, because `Await` would remount the search field while a person types. */
export function useHasNoSellers(counts: CountsPart): boolean {
  const [hasNone, setHasNone] = useState(!(counts instanceof Promise) && isNone(counts));
  useEffect(() => {
    let isLatest = true;
    const store = (result: ValueOrReason<SellerCounts>) =>
      isLatest && startTransition(() => setHasNone(isNone(result)));
    // Ignores a failure, which `SellerCountLinks` shows.
    Promise.resolve(counts).then(store, () => undefined);
    return () => {
      isLatest = false;
    };
  }, [counts]);
  return hasNone;
}

const isNone = (result: ValueOrReason<SellerCounts>) => result.isKnown && result.value.all === 0;

export function SellerCountLinks({ counts }: { counts: CountsPart }) {
  return (
    <Deferred
      part={counts}
      waiting={<CountsLine result={undefined} />}
      missing={<CountsLine result={{ isKnown: false, reason: "panel" }} />}
    >
      {(result) => <CountsLine result={result} />}
    </Deferred>
  );
}

/** @param result undefined while the counts are loading; the line keeps its height */
function CountsLine({ result }: { result: ValueOrReason<SellerCounts> | undefined }) {
  const t = useT();
  const href = useHref();
  const locale = useLocale();
  const counts = result?.isKnown ? result.value : undefined;
  const isOutage = result?.isKnown === false && result.reason !== "notAllowed" && result.reason !== "panel";
  const shownKinds = kinds.filter(({ kind }) => counts?.[kind] !== 0);
  return (
    <section className={`${theme.card} ${classes.card}`} aria-labelledby="counts">
      <h2 id="counts">{t("common:navigation.sellers")}</h2>
      {result && !result.isKnown ? (
        <p role="note" className={classes.failure}>
          <WarningIcon label={t("common:notice.warning")} />
          <span>
            {sellersFailure(t, result.reason)} {isOutage && `${t("home:outage")} `}
            <Link to={href("/")}>{t("common:tryAgain")}</Link>
          </span>
        </p>
      ) : (
        <ul className={classes.counts} aria-busy={result === undefined || undefined}>
          {shownKinds.map(({ kind, query }) => (
            <li key={kind}>
              <Link to={href(`/sellers${query}`)} className={classes.count}>
                <span>{t(`sellers:views.${kind}`)}</span>{" "}
                {counts ? <strong>{formatNumber(counts[kind], locale)}</strong> : <span>{t("home:counting")}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
