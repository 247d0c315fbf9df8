import { Group, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { relativeTime } from "~/i18n/format";
import { useHref, useLocale, useT } from "~/i18n/hooks";
import { Deferred } from "~/ui/deferred-part";
import { usePolling } from "~/ui/use-polling";
import type { Cleanup, LongDisabled } from "./cleanup.server";
import { type CountItem, CountLinks } from "./count-links";
import classes from "./count-links.module.css";

const kinds = [
  { kind: "sameMpk", query: "?same=mpk", label: "sellers:filters.same.mpk" },
  { kind: "sameEmail", query: "?same=email", label: "sellers:filters.same.email" },
  { kind: "nameless", query: "?names=none", label: "sellers:filters.names" },
] as const;

/** What a person may want to tidy up; each number leads to the list of its sellers. */
export function CleanupLinks({ cleanup, ...others }: { cleanup: Promise<Cleanup> | Cleanup } & LineProps) {
  return (
    <Deferred
      part={cleanup}
      waiting={<CleanupLine cleanup={{ counts: null, counting: "running" }} {...others} />}
      missing={null}
    >
      {(part) => <CleanupLine cleanup={part} {...others} isLoaded />}
    </Deferred>
  );
}

type LineProps = {
  /** Absent if the history is too short. */
  longDisabledSpan?: LongDisabled;
  now: number;
};

/**
 * Shows nothing if there is nothing to tidy up, or if the sellers system doesn't answer.
 * @param isLoaded false while the first answer is awaited, so that polling doesn't ask again
 */
function CleanupLine({
  cleanup,
  longDisabledSpan,
  now,
  isLoaded = false,
}: LineProps & { cleanup: Cleanup; isLoaded?: boolean }) {
  const t = useT();
  const href = useHref();
  const locale = useLocale();
  const { counts, counting } = cleanup;
  const isCounting = counting === "running";
  usePolling(isLoaded && isCounting, 5_000);
  const when = counts ? relativeTime(t, counts.at, now, locale) : "";
  // Of a long list only the first sellers were looked at.
  const age = counts?.scannedCount
    ? t("home:cleanup.countedFirst", { when, looked: counts.scannedCount })
    : t("home:cleanup.counted", { when });
  const items: CountItem[] = kinds.map(({ kind, query, label }) => ({
    label: `${t(label)}:`,
    query,
    count: counts?.[kind],
  }));
  if (longDisabledSpan) {
    const { span, lastDay } = longDisabledSpan;
    const query = `?disabledSince=..${lastDay}`;
    items.push({ label: `${t(`home:cleanup.longDisabled.${span}`)}:`, query, count: counts?.longDisabled });
  }
  const shownItems = items.filter(({ count }) => count !== 0);
  if (shownItems.length === 0 || (!counts && counting === "failed")) return null;
  return (
    <Group component="section" align="baseline" gap="0.25rem 2rem" className={classes.part} aria-labelledby="cleanup">
      <h2 id="cleanup">{t("home:cleanup.title")}</h2>
      <CountLinks items={shownItems} placeholder="—" isBusy={isCounting} />
      <Text c="dimmed" fz="0.8125rem" mih="1.25rem">
        {counts ? <time dateTime={new Date(counts.at).toISOString()}>{age}</time> : null}{" "}
        {isCounting && !counts && t("home:cleanup.first")}
        {counting === "failed" && t("home:cleanup.failed")}
        {isCounting && (
          <noscript>
            {" "}
            <Link to={href("/")} reloadDocument>
              {t("common:refresh")}
            </Link>
          </noscript>
        )}
      </Text>
    </Group>
  );
}
