import { Box, Group, Stack, Text } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { formatDateTime } from "~/i18n/format";
import { useHref, useT } from "~/i18n/hooks";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { Avatar, Button, Fact, Facts, LinkButton, PageHeader } from "~/ui";
import { usePicturePath } from "~/ui/root-data";
import theme from "~/ui/theme/components.module.css";

export const handle = { title: ({ t }) => pageTitle(t, t("common:account.profile")) } satisfies TitleHandle;

export const loader = forFranchisee((ctx) => {
  const { startedAt, idleEndsAt, endsAt } = ctx.session;
  return {
    profile: ctx.profile,
    session: { startedAt, idleEndsAt, endsAt },
  };
});
export const action = noAction;

/** Of „Wygaśnie przy braku aktywności”, for both cards. */
const LABEL_WIDTH = "14.5rem";

export default function Page() {
  const { profile, session } = useLoaderData<typeof loader>();
  const t = useT();
  const href = useHref();
  const picture = usePicturePath();
  const jobTitles = (profile.jobTitle ?? "")
    .split(",")
    .map((title) => title.trim())
    .filter(Boolean)
    .join(", ");
  const missing = (
    <Text span c="dimmed">
      {t("profile:directory.missing")}
    </Text>
  );
  return (
    <div className={theme.task}>
      <PageHeader title={t("common:account.profile")} />
      <Stack gap="1.25rem">
        <section className={theme.card} aria-labelledby="person">
          <Group gap="md" mb="xs" wrap="nowrap">
            <Avatar name={profile.displayName ?? profile.mail} size={72} src={picture} />
            <Box miw={0}>
              <h2 id="person" translate={(profile.displayName ?? profile.mail) ? "no" : undefined}>
                {profile.displayName ?? profile.mail ?? missing}
              </h2>
              <Text c="dimmed" translate={profile.mail ? "no" : undefined}>
                {profile.mail ?? missing}
              </Text>
            </Box>
          </Group>
          <Facts labelWidth={LABEL_WIDTH}>
            {/* Says that the name is missing: the heading is the e-mail address then. */}
            {!profile.displayName && <Fact name={t("sellers:fields.displayName")}>{missing}</Fact>}
            {profile.givenName && (
              <Fact name={t("sellers:fields.firstName")}>
                <bdi translate="no">{profile.givenName}</bdi>
              </Fact>
            )}
            {profile.surname && (
              <Fact name={t("sellers:fields.surname")}>
                <bdi translate="no">{profile.surname}</bdi>
              </Fact>
            )}
            <Fact name={t("profile:directory.jobTitles")}>{jobTitles}</Fact>
          </Facts>
          <Text c="dimmed" fz="0.8125rem">
            {t("profile:lead")}
          </Text>
        </section>
        <section className={theme.card} aria-labelledby="session">
          <h2 id="session">{t("profile:session.title")}</h2>
          <Facts labelWidth={LABEL_WIDTH}>
            <Fact name={t("profile:session.startedAt")}>{formatDateTime(session.startedAt)}</Fact>
            <Fact name={t("profile:session.idleEndsAt")}>{formatDateTime(session.idleEndsAt)}</Fact>
            <Fact name={t("profile:session.endsAt")}>{formatDateTime(session.endsAt)}</Fact>
          </Facts>
          <Group gap="xs" mt="xs" className={theme.stacked}>
            <LinkButton reloadDocument to={href("/auth/logout")}>
              {t("common:account.signOut")}
            </LinkButton>
            {/* A plain form: signing out needs no form key and may lead to the provider. */}
            <form method="post" action={href("/auth/logout")}>
              <input type="hidden" name="scope" value="everywhere" />
              <Button type="submit">{t("profile:session.signOutEverywhere")}</Button>
            </form>
          </Group>
          <Text c="dimmed" fz="0.8125rem">
            {t("profile:session.everywhere")}
          </Text>
        </section>
      </Stack>
    </div>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
