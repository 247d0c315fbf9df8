import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireFranchisee } from "~/.server/auth/guard";
import { setResponseHeaders } from "~/.server/http";
import { jobPage } from "~/.server/jobs/job-page";
import { steerJob } from "~/.server/jobs/steer-job";
import { runsScripts } from "~/.server/scripted";
import { pageTitle, type TitleHandle } from "~/components/page-title";
import { LinkButton, PageHeader } from "~/components/ui";
import { need } from "~/i18n/client";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { JobDetails } from "~/sellers/job-page";

await need("jobs");

/** How soon a running job's page loads itself again where no script does it, in seconds. */
const REFRESH_SECONDS = 3;

export const handle = {
  title: ({ t, loaded }) => pageTitle(t, `${loaded.title}: ${loaded.stateText}`),
} satisfies TitleHandle<typeof loader>;

export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const franchisee = await requireFranchisee(args);
  const job = await jobPage(franchisee, params.job ?? "", new URL(request.url).searchParams);
  const active = job.state === "running" || job.state === "paused";
  if (active && !runsScripts(request)) setResponseHeaders({ Refresh: String(REFRESH_SECONDS) });
  return job;
}

export async function action(args: ActionFunctionArgs) {
  return steerJob(await requireFranchisee(args), args.params.job ?? "");
}

export default function Page() {
  const job = useLoaderData<typeof loader>();
  const t = useT();
  const href = useHref();
  return (
    <>
      <PageHeader title={job.title} back={{ to: href("/sellers"), text: t("jobs:back") }}>
        <LinkButton to={href("/sellers/bulk")}>{t("jobs:others")}</LinkButton>
      </PageHeader>
      <JobDetails job={job} />
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/components/error-screen";
