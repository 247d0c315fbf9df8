import "@mantine/core/styles/Kbd.layer.css";
import { Box, Group, Kbd, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { useHref, useT } from "~/i18n/hooks";
import { shortcuts } from "~/keyboard/shortcuts";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { Notice, PageHeader } from "~/ui";
import { useRootData } from "~/ui/root-data";
import theme from "~/ui/theme/components.module.css";
import classes from "./help.module.css";

export const handle = { title: ({ t }) => pageTitle(t, t("common:help")) } satisfies TitleHandle;

export const loader = forFranchisee(() => null);
export const action = noAction;

const topics = ["conflict", "undo", "bulk", "notes", "views", "import"] as const;

export default function Page() {
  const t = useT();
  const href = useHref();
  const { shortcuts: enabled } = useRootData().preferences;
  return (
    <>
      <PageHeader title={t("common:help")} />
      <nav className={`${theme.line} ${classes.contents}`} aria-label={t("common:help")}>
        <a className={theme.reach} href="#topics">
          {t("keyboard:help.howItWorks")}
        </a>
        <a className={theme.reach} href="#keys">
          {t("common:shortcuts")}
        </a>
      </nav>
      <Box className={`${theme.columns} ${theme.even}`} __vars={{ "--columns": "minmax(0, 5fr) minmax(0, 6fr)" }}>
        <section className={theme.card} aria-labelledby="topics">
          <h2 id="topics">{t("keyboard:help.howItWorks")}</h2>
          <Stack component="dl" gap="md" mt="0.25rem">
            {topics.map((topic) => (
              <div key={topic}>
                <Text component="dt" c="var(--mantine-color-text)" fw={600}>
                  {t(`keyboard:topic.${topic}.title`)}
                </Text>
                <dd>{t(`keyboard:topic.${topic}.text`)}</dd>
              </div>
            ))}
          </Stack>
        </section>
        <section className={theme.card} aria-labelledby="keys">
          <h2 id="keys">{t("common:shortcuts")}</h2>
          <div data-scriptless-only>
            <Notice kind="warning">
              <p>{t("keyboard:help.needScripts")}</p>
            </Notice>
          </div>
          <table className={`${theme.table} ${theme.flush}`}>
            <thead>
              <tr>
                <th scope="col">{t("keyboard:help.keys")}</th>
                <th scope="col">{t("common:action")}</th>
              </tr>
            </thead>
            <tbody>
              {shortcuts.map(({ name, keys, text }) => (
                <tr key={name}>
                  <td>
                    <Keys keys={keys} />
                  </td>
                  <td>{t(text)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Text c="dimmed">{t(enabled ? "keyboard:help.whenTyping" : "keyboard:help.off")}</Text>
          <p>
            <Link to={href("/preferences")}>{t("keyboard:help.settings")}</Link>
          </p>
        </section>
      </Box>
    </>
  );
}

const KEY_NAMES: Record<string, string> = { mod: "Ctrl", enter: "Enter", shift: "Shift" };

function Keys({ keys }: { keys: string }) {
  const t = useT();
  return (
    <Group component="span" gap="0.25rem" align="baseline">
      {keys
        .split("+")
        .map((key) =>
          key === "click" ? t("keyboard:click") : <Kbd key={key}>{KEY_NAMES[key] ?? key.toUpperCase()}</Kbd>,
        )}
    </Group>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
