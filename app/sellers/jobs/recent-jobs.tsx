import { Badge, Card, Stack } from "@mantine/core";
import { Link } from "@remix-run/react";
import { formatDateTime } from "~/i18n/format";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { listPath, withFrom } from "~/sellers/list-link";
import { LinkButton } from "~/ui";
import { EmptyState } from "~/ui/empty-state";
import { stateColor } from "./job";
import classes from "./recent-jobs.module.css";
import type { RecentJobs } from "./recent-jobs.server";

/**
 * The person's latest jobs, and where to choose sellers for another one.
 * @param from the list that the person came from (`listPath`)
 */
export function RecentJobsList({ content, from }: { content: RecentJobs; from: string | null }) {
  const href = useHref();
  const { hint, toList, recentTitle, noRecent, recent } = content;
  const list = (
    <LinkButton to={href(listPath(from))} variant="filled">
      {toList}
    </LinkButton>
  );
  return (
    <Stack gap="lg" maw="60rem">
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
                <RecentJob key={job.id} job={job} from={from} />
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
  from,
}: {
  job: RecentJobs["recent"][number];
  from: string | null;
}) {
  const href = useHref();
  const t = useT();
  return (
    <li>
      <Link to={href(withFrom(`/sellers/jobs/${id}`, from))}>{title}</Link>
      <Badge color={stateColor[state]}>{stateText}</Badge>
      <span>
        {formatDateTime(at)}, {t("jobs:done", { ended, total })}
        {problems > 0 && `, ${t("jobs:problemCount", { count: problems })}`}
      </span>
    </li>
  );
}
