import { Stack, Text, Textarea } from "@mantine/core";
import { useActionData, useLoaderData } from "@remix-run/react";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { listPath } from "~/domain/paths";
import { useHref, useT } from "~/i18n/hooks";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { PageHeader } from "~/ui";
import { CopyButton } from "~/ui/copy/copy-button";
import theme from "~/ui/theme/components.module.css";
import { readEmailsToCopy } from "./export-rows.server";

export const handle = {
  title: ({ t }) => pageTitle(t, t("sellers:emails.title")),
} satisfies TitleHandle<typeof loader>;

export const loader = forFranchisee(readEmailsToCopy);
export const action = forFranchisee(readEmailsToCopy);

/** The form of ticked rows posts here; the export menu links here for the whole list. */
export default function Page() {
  const t = useT();
  const href = useHref();
  const loaded = useLoaderData<typeof loader>();
  const { emails, skippedCount, list } = useActionData<typeof action>() ?? loaded;
  const texts = [
    { name: t("sellers:emails.inOneLine"), text: emails.join("; ") },
    { name: t("sellers:emails.inLines"), text: emails.join("\n") },
  ];
  return (
    <>
      <PageHeader
        title={t("sellers:emails.title")}
        back={{ to: href(listPath(list)), text: t("sellers:detail.back") }}
      />
      <section className={theme.card} style={{ maxWidth: "44rem" }}>
        <Stack>
          {skippedCount > 0 && <Text c="dimmed">{t("sellers:emails.leftOut", { count: skippedCount })}</Text>}
          {texts.map(({ name, text }) => (
            <Textarea
              key={name}
              label={
                <>
                  {name} <CopyButton text={text} name={name} />
                </>
              }
              readOnly
              rows={6}
              defaultValue={text}
            />
          ))}
        </Stack>
      </section>
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
