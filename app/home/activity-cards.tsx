import { Box, Group, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { DayName } from "~/sellers/history/change-parts";
import type { HistoryDay } from "~/sellers/history/history-rows";
import { LatestRows } from "~/sellers/history/latest-rows";
import { LiveRefresh } from "~/sellers/history/live-refresh";
import { Deferred } from "~/ui/deferred-part";
import theme from "~/ui/theme/components.module.css";
import { Attention } from "./attention";
import { ChangesChart } from "./changes-chart";
import type { CountsPart } from "./count-links";
import type { Activity } from "./home-blocks.server";

type ActivityProps = { activity: Activity; counts: CountsPart; now: number };

/**
 * The column of what needs attention and what runs comes first; the changes are beside it. A null
 * part couldn't be read, and its card says so; an empty one has no card.
 */
export function ActivityCards({ activity, counts, now }: ActivityProps) {
  const t = useT();
  const href = useHref();
  const { latest, daily, attention, jobs, isLive } = activity;
  const changes = (
    <UnlessWarned isMissing={latest === null} counts={counts}>
      <section className={theme.card} aria-labelledby="latest">
        <Group justify="space-between" align="baseline" gap="0.25rem 1rem">
          <h2 id="latest">{t("history:latest")}</h2>
          <Link to={href("/history")}>{t("history:whole")}</Link>
        </Group>
        <Deferred part={latest}>
          {(days) =>
            days.length > 0 || attention?.length || jobs.length > 0 ? (
              <LatestChanges days={days} now={now} />
            ) : (
              <Text c="dimmed">{t("history:none")}</Text>
            )
          }
        </Deferred>
      </section>
    </UnlessWarned>
  );
  const needsColumn = attention?.length !== 0 || jobs.length > 0 || daily !== null;
  return (
    <>
      <LiveRefresh isLive={isLive} />
      {needsColumn ? (
        <div className={theme.columns}>
          <Stack gap="1.25rem">
            {attention?.length !== 0 && (
              <UnlessWarned isMissing={attention === null} counts={counts}>
                <section className={theme.card} aria-labelledby="attention">
                  <h2 id="attention">{t("home:attention.title")}</h2>
                  <Deferred part={attention}>{(items) => <Attention items={items} />}</Deferred>
                </section>
              </UnlessWarned>
            )}
            {jobs.length > 0 && (
              <section className={theme.card} aria-labelledby="jobs">
                <h2 id="jobs">{t("common:outcome.inFlight")}</h2>
                <Attention items={jobs} />
              </section>
            )}
            {daily && <ChangesChart daily={daily} />}
          </Stack>
          {changes}
        </div>
      ) : (
        changes
      )}
    </>
  );
}

type UnlessWarnedProps = { isMissing: boolean; counts: CountsPart; children: ReactNode };

/** Hides a card without data if the counts already warn that the sellers system doesn't respond. */
function UnlessWarned({ isMissing, counts, children }: UnlessWarnedProps) {
  if (!isMissing) return children;
  return (
    <Deferred part={counts} waiting={null} missing={null}>
      {({ isKnown }) => isKnown && children}
    </Deferred>
  );
}

/** The latest changes of all sellers, by day. */
function LatestChanges({ days, now }: { days: HistoryDay[]; now: number }) {
  return days.map(({ day, rows }) => (
    <Box key={day} mt="md">
      <Text component="h3" c="dimmed" fz="0.8125rem">
        <DayName day={day} now={now} />
      </Text>
      <LatestRows rows={rows} now={now} withSeller />
    </Box>
  ));
}
