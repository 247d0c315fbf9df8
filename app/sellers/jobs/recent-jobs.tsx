import { Badge, Card, Stack } from "@mantine/core";
import { Link } from "@remix-run/react";
import { formatDateTime } from "~/i18n/format";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { LinkButton, Notice } from "~/ui";
import { EmptyState } from "~/ui/empty-state";
import { stateColor } from "./job";
import classes from "./recent-jobs.module.css";
import type { RecentJobs } from "./recent-jobs.server";

/**
 * The person's latest jobs, and where to choose sellers for another one.
 * @param nobodyChosen whether a choice was sent that chose nobody
 */
export function RecentJobsList({ content, nobodyChosen }: { content: RecentJobs; nobodyChosen: boolean }) {
  const href = useHref();
  const { nothing, hint, toList, recentTitle, noRecent, recent } = content;
  const list = (
    <LinkButton to={href("/sellers")} variant="filled">
      {toList}
    </LinkButton>
  );
  return (
    <Stack gap="lg" maw="60rem">
      {nobodyChosen && (
        <Notice kind="warning" role="alert">
          <p>{nothing}</p>
        </Notice>
      )}
      {recent.length === 0 ? (
        <Card>
          <EmptyState kind="nothing-yet" title={noRecent} actions={list}>
            {hint}
          </EmptyState>
        </Card>
      ) : (
        <>
          <p>{hint}</p>
          <div>{list}</div>
          <Card aria-labelledby="recent">
            <h2 id="recent">{recentTitle}</h2>
            <ul className={classes.jobs}>
              {recent.map((job) => (
                <RecentJob key={job.id} job={job} />
              ))}
            </ul>
          </Card>
        </>
      )}
    </Stack>
  );
}

function RecentJob({
  job: { id, title, at, state, stateText, ended, total, problems },
}: {
  job: RecentJobs["recent"][number];
}) {
  const href = useHref();
  const t = useT();
  return (
    <li>
      <Link to={href(`/sellers/jobs/${id}`)}>{title}</Link>
      <Badge color={stateColor[state]}>{stateText}</Badge>
      <span>
        {formatDateTime(at)}, {t("jobs:done", { ended, total })}
        {problems > 0 && `, ${t("jobs:problemCount", { count: problems })}`}
      </span>
    </li>
  );
}
