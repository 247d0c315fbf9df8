import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireFranchisee } from "~/.server/auth/guard";
import { changeStatuses, heldQuestion, nothingChosen } from "~/.server/bulk/change-status";
import { pageTitle, type TitleHandle } from "~/components/page-title";
import { PageHeader } from "~/components/ui";
import { need } from "~/i18n/client";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { BulkQuestion, NothingToDo } from "~/sellers/bulk-page";

await need("jobs", "sellers");

export const handle = {
  title: ({ t, loaded, returned }) => {
    const asked = returned ?? loaded.question;
    return pageTitle(t, asked?.title ?? loaded.nothing.title, { error: Boolean(asked?.problem) });
  },
} satisfies TitleHandle<typeof loader, typeof action>;

/** A form that was held while its person signed in again stands here once more; otherwise nothing is chosen yet. */
export async function loader(args: LoaderFunctionArgs) {
  const franchisee = await requireFranchisee(args);
  const [question, nothing] = await Promise.all([heldQuestion(franchisee), nothingChosen(franchisee)]);
  return { question, nothing };
}

export async function action(args: ActionFunctionArgs) {
  return (await changeStatuses(await requireFranchisee(args))) ?? null;
}

export default function Page() {
  const t = useT();
  const href = useHref();
  const { question, nothing } = useLoaderData<typeof loader>();
  const asked = useActionData<typeof action>() ?? question;
  return (
    <>
      <PageHeader
        title={asked?.title ?? nothing.title}
        back={{ to: href("/sellers"), text: t("sellers:detail.back") }}
      />
      {asked ? <BulkQuestion content={asked} /> : <NothingToDo content={nothing} />}
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/components/error-screen";
