import { Box, Group, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { withFrom } from "~/domain/list-link";
import { formatDateTime } from "~/i18n/format";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { Badge } from "~/ui/badge";
import { EmptyState } from "~/ui/empty-state";
import theme from "~/ui/theme/components.module.css";
import { stateColor } from "./job";
import type { RecentJobs } from "./job-summary.server";

export function RecentJobsList({ content, from }: { content: RecentJobs; from: string | null }) {
  const { hint, recentTitle, noRecent, recent } = content;
  return (
    <Stack gap="lg">
      {recent.length === 0 ? (
        <section className={theme.card}>
          <EmptyState kind="nothing-yet" title={noRecent}>
            {hint}
          </EmptyState>
        </section>
      ) : (
        <>
          <p>{hint}</p>
          <section className={theme.card} aria-labelledby="recent">
            <h2 id="recent">{recentTitle}</h2>
            <Box component="ul" mt="xs" className={theme.lines}>
              {recent.map((job) => (
                <RecentJob key={job.id} job={job} from={from} />
              ))}
            </Box>
          </section>
        </>
      )}
    </Stack>
  );
}

function RecentJob({
  job: { id, title, at, state, stateText, over, ended, total, problems },
  from,
}: {
  job: RecentJobs["recent"][number];
  from: string | null;
}) {
  const href = useHref();
  const t = useT();
  return (
    <Group component="li" justify="space-between" gap="0.125rem 0.75rem" py="xs">
      <Group component="span" gap="0.125rem 0.75rem">
        <Link to={href(withFrom(`/sellers/jobs/${id}`, from))}>{title}</Link>
        <Badge color={stateColor(state, problems !== "")}>{stateText}</Badge>
      </Group>
      <Text span c="dimmed">
        {formatDateTime(at)}
        {!over && `, ${[t("jobs:done", { ended, total }), problems].filter(Boolean).join(", ")}`}
      </Text>
    </Group>
  );
}
