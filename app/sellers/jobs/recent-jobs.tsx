import { Badge, Card } from "@mantine/core";
import { Link } from "@remix-run/react";
import { formatDateTime } from "~/i18n/format";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { LinkButton, Notice } from "~/ui";
import classes from "./bulk-page.module.css";
import { stateColor } from "./job";
import type { RecentJobs } from "./recent-jobs.server";

/**
 * Where to choose sellers, and the person's latest jobs.
 * @param nobodyChosen whether a choice was sent that chose nobody
 */
export function RecentJobsList({ content, nobodyChosen }: { content: RecentJobs; nobodyChosen: boolean }) {
  const href = useHref();
  const { nothing, hint, toList, recentTitle, noRecent, recent } = content;
  return (
    <div className={classes.form}>
      {nobodyChosen && (
        <Notice kind="warning" role="alert">
          <p>{nothing}</p>
        </Notice>
      )}
      <p>{hint}</p>
      <div className={classes.buttons}>
        <LinkButton to={href("/sellers")} variant="filled">
          {toList}
        </LinkButton>
      </div>
      <Card aria-labelledby="recent">
        <h2 id="recent">{recentTitle}</h2>
        {recent.length === 0 ? (
          <p>{noRecent}</p>
        ) : (
          <ul className={classes.rows}>
            {recent.map((job) => (
              <RecentJob key={job.id} job={job} />
            ))}
          </ul>
        )}
      </Card>
    </div>
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
      <div className={classes.job}>
        <Link to={href(`/sellers/jobs/${id}`)}>{title}</Link>
        <Badge color={stateColor[state]}>{stateText}</Badge>
      </div>
      <span>
        {formatDateTime(at)}, {t("jobs:done", { ended, total })}
        {problems > 0 && `, ${t("jobs:problemCount", { count: problems })}`}
      </span>
    </li>
  );
}
