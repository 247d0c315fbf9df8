import { useLoaderData } from "@remix-run/react";
import { hasJavaScript } from "~/.server/http/has-javascript";
import { setResponseHeaders } from "~/.server/http/request-scope";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { fromOf, listPath, withFrom } from "~/sellers/list-link";
import { LinkButton, PageHeader } from "~/ui";
import { actOnJob } from "./job-action.server";
import { JobDetails } from "./job-page";
import { jobPage } from "./job-page.server";

await loadNamespaces("jobs");

/** How soon a running job's page loads itself again where no script does it, in seconds. */
const REFRESH_SECONDS = 3;

const isActive = ({ state }: { state: string }) => state === "running" || state === "paused";

export const handle = {
  title: ({ t, loaded }) => pageTitle(t, `${loaded.title}: ${loaded.stateText}`),
} satisfies TitleHandle<typeof loader>;

export const loader = forFranchisee(async (ctx) => {
  const { request, params } = ctx;
  const job = await jobPage(ctx, params.job ?? "", new URL(request.url).searchParams);
  if (isActive(job) && !hasJavaScript(request)) setResponseHeaders({ Refresh: String(REFRESH_SECONDS) });
  return { ...job, from: fromOf(request.url) };
});

export const action = forFranchisee((ctx) => actOnJob(ctx, ctx.params.job ?? ""));

export default function Page() {
  const job = useLoaderData<typeof loader>();
  const t = useT();
  const href = useHref();
  return (
    <>
      <PageHeader title={job.title} back={{ to: href(listPath(job.from)), text: t("jobs:back") }}>
        <LinkButton to={href(withFrom("/sellers/bulk", job.from))}>{t("jobs:others")}</LinkButton>
      </PageHeader>
      {/* A browser that ran scripts before is sent no header for it. */}
      {isActive(job) && (
        <noscript>
          <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} />
        </noscript>
      )}
      <JobDetails job={job} />
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
