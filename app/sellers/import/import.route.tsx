import { useActionData, useLoaderData } from "@remix-run/react";
import { forFranchisee } from "~/auth/for-franchisee.server";
import type { Translate } from "~/i18n/catalogues";
import { useHref, useT } from "~/i18n/hooks";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { PageHeader } from "~/ui";
import theme from "~/ui/theme/components.module.css";
import { TYPED_FIELDS } from "./corrections.server";
import classes from "./import.module.css";
import { importPage, postImport, type UploadContent } from "./import-page.server";
import type { PlanContent } from "./plan-page.server";
import { PlanView } from "./plan-view";
import { UploadForm } from "./upload-form";

export const handle = {
  title: ({ t, loaded, returned }) => {
    const content = returned ?? loaded;
    if (isPlan(content)) {
      const { wrong } = content.counts;
      return pageTitle(t, wrong > 0 ? t("import:wrongTitle", { count: wrong }) : t("import:checkedTitle"));
    }
    return pageTitle(t, t("import:title"), { error: Boolean(content.fault ?? content.gonePlan) });
  },
} satisfies TitleHandle<typeof loader, typeof action>;

function isPlan(content: UploadContent | PlanContent): content is PlanContent {
  return content.kind === "plan";
}

function fileDescription(t: Translate, { fileName }: PlanContent): string {
  return fileName ? t("import:fileName", { name: fileName }) : t("import:pastedTitle");
}

export const loader = forFranchisee((ctx) => importPage(ctx, new URL(ctx.request.url).searchParams));

export const action = forFranchisee(postImport, { takesFile: true, typed: TYPED_FIELDS });

export default function Page() {
  const t = useT();
  const href = useHref();
  const loaded = useLoaderData<typeof loader>();
  const content = useActionData<typeof action>() ?? loaded;
  return (
    <>
      <PageHeader
        title={isPlan(content) ? t("import:checkedTitle") : t("import:title")}
        description={isPlan(content) ? fileDescription(t, content) : <UploadDescription />}
        back={{ to: href("/sellers"), text: t("sellers:detail.back") }}
      />
      {isPlan(content) ? <PlanView plan={content} /> : <UploadForm content={content} />}
    </>
  );
}

function UploadDescription() {
  const t = useT();
  const href = useHref();
  return (
    <>
      {t("import:intro")}{" "}
      <a
        className={`${theme.reach} ${classes.template}`}
        data-screen-only
        href={href("/sellers/import/files/template.xlsx")}
      >
        {t("import:getTemplate")}
      </a>
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
