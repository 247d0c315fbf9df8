import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useHref, useT } from "~/i18n/hooks";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { SupportLink, supportWords } from "~/layouts/shell/support-link";
import { LinkButton } from "~/ui";

export const handle = { title: ({ t }) => pageTitle(t, t("common:accessibility")) } satisfies TitleHandle;

/** Public, so that people who can't sign in can read it, too. */
export default function Page() {
  const t = useT();
  const href = useHref();
  return (
    <Stack gap="lg">
      <h1 tabIndex={-1}>{t("common:accessibility")}</h1>
      <Part name="aim" />
      <Part name="limits" />
      <Part name="report">
        <SupportLink words={supportWords(t)} />
      </Part>
      <div>
        <LinkButton to={href("/")}>{t("common:toPanel")}</LinkButton>
      </div>
    </Stack>
  );
}

function Part({ name, children }: { name: "aim" | "limits" | "report"; children?: ReactNode }) {
  const t = useT();
  return (
    <div>
      <h2 style={{ marginBottom: "0.5rem" }}>{t(`accessibility:${name}.title`)}</h2>
      <Text>{t(`accessibility:${name}.text`)}</Text>
      {children}
    </div>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
