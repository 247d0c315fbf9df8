import { useLoaderData } from "@remix-run/react";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { fromOf, listPath } from "~/domain/paths";
import { useHref, useT } from "~/i18n/hooks";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { PageHeader } from "~/ui";
import theme from "~/ui/theme/components.module.css";
import { isRefreshOff } from "./job";
import { actOnJob } from "./job-action.server";
import { JobActions } from "./job-actions";
import { JobDetails, JobFacts, PageRefresh } from "./job-page";
import { jobPage } from "./job-page.server";

export const handle = {
  title: ({ t, loaded }) =>
    pageTitle(t, loaded.isOver ? loaded.title : `${loaded.title}: ${t(`jobs:state.${loaded.shownState}`)}`),
} satisfies TitleHandle<typeof loader>;

export const loader = forFranchisee(async (ctx) => {
  const { request, params } = ctx;
  const search = new URL(request.url).searchParams;
  const job = await jobPage(ctx, params.job ?? "", search);
  return { ...job, isRefreshOff: isRefreshOff(search), from: fromOf(request.url) };
});

export const action = forFranchisee((ctx) => actOnJob(ctx, ctx.params.job ?? ""));

export default function Page() {
  const job = useLoaderData<typeof loader>();
  const t = useT();
  const href = useHref();
  return (
    <div className={theme.task}>
      <PageHeader
        title={job.title}
        back={{ to: href(listPath(job.from)), text: t("jobs:toSellers") }}
        facts={<JobFacts job={job} />}
      >
        <JobActions job={job} />
      </PageHeader>
      {/* A paused job only changes when its owner resumes it, so its page must not refresh. */}
      {job.state === "running" && <PageRefresh isRefreshOff={job.isRefreshOff} />}
      <JobDetails job={job} />
    </div>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
