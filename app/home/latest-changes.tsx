import { Box, Text } from "@mantine/core";
import { DayName } from "~/sellers/history/changes/change-parts";
import { LatestRows } from "~/sellers/history/changes/latest-rows";
import type { HistoryDay } from "~/sellers/history/history-view";

/** The latest changes of all sellers, by day. */
export function LatestChanges({ days, now }: { days: HistoryDay[]; now: number }) {
  return days.map(({ day, rows }) => (
    <Box key={day} mt="md">
      <Text component="h3" c="dimmed" fz="0.8125rem">
        <DayName day={day} now={now} />
      </Text>
      <LatestRows rows={rows} now={now} withSeller />
    </Box>
  ));
}
