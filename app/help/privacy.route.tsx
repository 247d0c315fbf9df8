import { Stack, Text } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { env } from "~/.server/env";
import { useHref, useT } from "~/i18n/hooks";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { LinkButton } from "~/ui";
import theme from "~/ui/theme/components.module.css";

export const handle = { title: ({ t }) => pageTitle(t, t("common:privacy")) } satisfies TitleHandle;

/** The configured retention, which the page promises (docs/operations.md, "Personal data"). */
export const loader = () => ({ hours: env().SESSION_MAX_HOURS, days: env().HISTORY_DAYS });

const storedData = ["session", "draft", "rows", "jobs", "views", "history"] as const;

/** Public, because people read before they sign in what the panel keeps of them. */
export default function Page() {
  const t = useT();
  const href = useHref();
  const { hours, days } = useLoaderData<typeof loader>();
  const timeOf = (kind: (typeof storedData)[number]) => {
    if (kind === "session") return t("privacy:you.sessionTime", { count: hours });
    if (kind === "history") return t("privacy:you.historyTime", { count: days });
    return t(`privacy:you.${kind}Time`);
  };
  return (
    <Stack gap="lg">
      <h1 tabIndex={-1}>{t("common:privacy")}</h1>
      <Text>{t("privacy:lead")}</Text>
      <div>
        <h2 id="stored-data" style={{ marginBottom: "0.5rem" }}>
          {t("privacy:you.title")}
        </h2>
        <table className={theme.table} aria-labelledby="stored-data">
          <thead>
            <tr>
              {(["what", "time"] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`privacy:head.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {storedData.map((kind) => (
              <tr key={kind}>
                <th scope="row" style={{ width: "64%", fontWeight: 400 }}>
                  {t(`privacy:you.${kind}`)}
                </th>
                <td>{timeOf(kind)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(["sellers", "care", "rights"] as const).map((part) => (
        <div key={part}>
          <h2 style={{ marginBottom: "0.5rem" }}>{t(`privacy:${part}.title`)}</h2>
          <Text>{t(`privacy:${part}.text`)}</Text>
        </div>
      ))}
      <div>
        <LinkButton to={href("/")}>{t("common:toPanel")}</LinkButton>
      </div>
    </Stack>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
