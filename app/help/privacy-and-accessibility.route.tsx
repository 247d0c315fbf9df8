import { Stack } from "@mantine/core";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { env } from "~/.server/env";
import { screenOf } from "~/.server/route-name";
import { useHref, useT } from "~/i18n/hooks";
import { useSupport } from "~/layouts/shell/document-context";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { SupportLink, supportWords } from "~/layouts/shell/support-link";
import { PageHeader } from "~/ui";
import theme from "~/ui/theme/components.module.css";
import classes from "./privacy.module.css";

export const handle = {
  title: ({ t, loaded }) => pageTitle(t, t(`common:${loaded.page}`)),
} satisfies TitleHandle<typeof loader>;

export function loader({ request }: LoaderFunctionArgs) {
  const page = screenOf(request).name === "privacy" ? "privacy" : "accessibility";
  // The page states the configured retention periods.
  return { page, hours: env().SESSION_MAX_HOURS, days: env().HISTORY_DAYS } as const;
}

const sections = {
  privacy: ["privacy:sellers", "privacy:care", "privacy:rights"],
  accessibility: ["accessibility:aim", "accessibility:limits", "accessibility:report"],
} as const;

export default function Page() {
  const t = useT();
  const href = useHref();
  const { page } = useLoaderData<typeof loader>();
  const { email, url } = useSupport();
  return (
    <>
      <PageHeader title={t(`common:${page}`)} back={{ to: href("/"), text: t("common:toPanel") }} />
      <div className={theme.card} data-reading>
        <Stack gap="lg">
          {page === "privacy" && <StoredData />}
          {sections[page].map((section) => (
            <Stack key={section} gap="sm">
              <h2>{t(`${section}.title`)}</h2>
              <p>
                {section === "accessibility:report" && !email && !url && `${t(`${section}.toCreator`)} `}
                {t(`${section}.text`)}
              </p>
              {section === "accessibility:report" && <SupportLink words={supportWords(t)} />}
            </Stack>
          ))}
        </Stack>
      </div>
    </>
  );
}

const storedData = ["session", "draft", "rows", "jobs", "views", "settings", "history"] as const;

function StoredData() {
  const t = useT();
  const { hours, days } = useLoaderData<typeof loader>();
  const timeOf = (kind: (typeof storedData)[number]) => {
    if (kind === "session") return t("privacy:you.sessionTime", { count: hours });
    if (kind === "history") return t("privacy:you.historyTime", { count: days });
    return t(`privacy:you.${kind}Time`);
  };
  return (
    <>
      <p>{t("privacy:lead")}</p>
      <Stack gap="sm">
        <h2 id="stored-data">{t("privacy:you.title")}</h2>
        <table className={`${theme.table} ${theme.flush} ${classes.stored}`} aria-labelledby="stored-data">
          <thead>
            <tr>
              <th scope="col">{t("privacy:head.what")}</th>
              <th scope="col">{t("privacy:head.time")}</th>
            </tr>
          </thead>
          <tbody>
            {storedData.map((kind) => (
              <tr key={kind}>
                <th scope="row">{t(`privacy:you.${kind}`)}</th>
                <td data-label={t("privacy:head.time")}>{timeOf(kind)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Stack>
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
