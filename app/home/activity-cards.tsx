import { Box, Group, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useHref, useT } from "~/i18n/hooks";
import { DayName } from "~/sellers/history/change-parts";
import type { HistoryDay } from "~/sellers/history/history-rows";
import { LatestRows } from "~/sellers/history/latest-rows";
import { LiveRefresh } from "~/sellers/history/live-refresh";
import { Deferred } from "~/ui/deferred-part";
import theme from "~/ui/theme/components.module.css";
import { AttentionItems } from "./attention";
import { ChangesChart } from "./changes-chart";
import type { CountsPart } from "./count-links";
import type { Activity } from "./home-blocks.server";

/** Columns of the upper row of cards (search, counts) and of the lower row (changes, chart). */
export const HOME_COLUMNS = { "--columns": "minmax(0, 1fr) 22.5rem" };

type ActivityProps = {
  activity: Activity;
  counts: CountsPart;
  now: number;
  /** There are no sellers yet, so cards without content are hidden. */
  isFirstDay: boolean;
};

export function ActivityCards({ activity, counts, now, isFirstDay }: ActivityProps) {
  const t = useT();
  const href = useHref();
  const { latest, daily, attention, jobs, isLive } = activity;
  const hasAttentionCard = attention === null || attention.length > 0;
  const hasActivity = Boolean(latest?.length || attention?.length || jobs.length > 0);
  if (isFirstDay && !hasActivity) return null;
  const latestHeading = (
    <Group justify="space-between" align="baseline" gap="0.25rem 1rem">
      <h2 id="latest">{t("history:latest")}</h2>
      <Link to={href("/history")}>{t("history:whole")}</Link>
    </Group>
  );
  return (
    <Box className={daily ? `${theme.columns} ${theme.even}` : undefined} __vars={HOME_COLUMNS}>
      <LiveRefresh isLive={isLive} />
      <Stack gap="1.25rem">
        {hasAttentionCard && (
          <Card
            id="attention"
            heading={<h2 id="attention">{t("home:attention.title")}</h2>}
            part={attention}
            counts={counts}
          >
            {(items) => <AttentionItems items={items} now={now} />}
          </Card>
        )}
        {jobs.length > 0 && (
          <Card id="jobs" heading={<h2 id="jobs">{t("common:outcome.inFlight")}</h2>} part={jobs} counts={counts}>
            {(items) => <AttentionItems items={items} now={now} />}
          </Card>
        )}
        <Card id="latest" heading={latestHeading} part={latest} counts={counts}>
          {(days) =>
            hasActivity ? <LatestChanges days={days} now={now} /> : <Text c="dimmed">{t("history:none")}</Text>
          }
        </Card>
      </Stack>
      {daily && <ChangesChart daily={daily} />}
    </Box>
  );
}

type CardProps<T> = {
  id: string;
  heading: ReactNode;
  /** Null if reading failed. */
  part: T | null;
  counts: CountsPart;
  children: (part: T) => ReactNode;
};

/** If reading failed and the counts already show a warning, the card is hidden. */
function Card<T>({ id, heading, part, counts, children }: CardProps<T>) {
  const card = (
    <section className={theme.card} aria-labelledby={id}>
      {heading}
      <Deferred part={part}>{children}</Deferred>
    </section>
  );
  if (part !== null) return card;
  return (
    <Deferred part={counts} waiting={null} missing={null}>
      {({ isKnown }) => isKnown && card}
    </Deferred>
  );
}

const PHONE_ROWS = 4;

function LatestChanges({ days, now }: { days: HistoryDay[]; now: number }) {
  return days.map(({ day, rows }, index) => {
    const phoneRows = PHONE_ROWS - days.slice(0, index).flatMap((earlier) => earlier.rows).length;
    return (
      <Box key={day} className={phoneRows > 0 ? undefined : theme.notOnPhone}>
        <Text component="h3" c="dimmed" fz="0.8125rem" mb="0.375rem">
          <DayName day={day} now={now} />
        </Text>
        <LatestRows rows={rows} now={now} withSeller phoneRows={phoneRows} />
      </Box>
    );
  });
}
