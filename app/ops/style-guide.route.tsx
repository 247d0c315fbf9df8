import "@mantine/core/styles/Progress.layer.css";
import { Box, Checkbox, Group, NativeSelect, Progress, Text, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { env } from "~/.server/env";
import { useT } from "~/i18n/hooks";
import { PAGE_NOT_FOUND } from "~/layouts/shell/error-words";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { Avatar, Button, Fact, Facts, LinkButton, Notice, PageHeader } from "~/ui";
import { Badge } from "~/ui/badge";
import { Counts } from "~/ui/data/counts";
import { DataTable } from "~/ui/data/data-table";
import { Choices } from "~/ui/form/choices";
import * as icons from "~/ui/icons";
import { Statement } from "~/ui/statement";
import theme from "~/ui/theme/components.module.css";

export const handle = { title: ({ t }) => pageTitle(t, "Style guide") } satisfies TitleHandle;

export function loader() {
  if (env().STYLE_GUIDE !== "on") throw new Response(null, PAGE_NOT_FOUND);
  return null;
}

const variants = ["filled", "danger", "default", "outline", "light", "subtle", "muted"] as const;
const notices = ["success", "info", "warning", "error"] as const;
const badges = ["gray", "green", "yellow", "red", "blue"] as const;
const schemes = ["auto", "light", "dark"] as const;
const colours = [
  "panel-canvas",
  "panel-surface",
  "panel-surface-sunken",
  "panel-line",
  "panel-control-border",
  "panel-button-border",
  "panel-focus",
  "mantine-color-text",
  "mantine-color-dimmed",
  "mantine-color-green-filled",
  "mantine-color-red-filled",
  ...badges.map((colour) => `mantine-color-${colour}-light`),
];

/** Shows each shared component once, in all its colours, for whoever changes the theme. */
export default function Page() {
  const t = useT();
  const email = t("sellers:fields.email");
  return (
    <>
      <PageHeader title="Style guide" back={{ to: "/", text: t("common:navigation.home") }}>
        <LinkButton to="/style">LinkButton</LinkButton>
      </PageHeader>
      <div className={`${theme.columns} ${theme.even}`}>
        <Sample name="Colours">
          <Group gap="0.5rem 1rem">
            {colours.map((name) => (
              <Group key={name} w="17rem" gap="xs" wrap="nowrap">
                <Box w="2rem" h="2rem" flex="none" bd="1px solid var(--panel-line)" bdrs="md" bg={`var(--${name})`} />
                <Text component="code" fz="0.8125rem">
                  {name}
                </Text>
              </Group>
            ))}
          </Group>
        </Sample>
        <Sample name="Type">
          <Text fz="h1" fw={650} lh={1.25}>
            1.5 rem, 650: h1
          </Text>
          <h2>1.125 rem, 650: h2</h2>
          <h3>1 rem, 650: h3</h3>
          <p>0.875 rem, on a phone 1 rem: text</p>
          <Text c="dimmed">The same, dimmed: descriptions</Text>
          <Text fz="0.8125rem">0.8125 rem: hints, facts, a table’s head</Text>
          <code>0042-PL: code</code>
        </Sample>
        <Sample name="Button, Badge, Avatar, Progress, icons">
          <Group gap="xs">
            {variants.map((variant) => (
              <Button key={variant} variant={variant}>
                {variant}
              </Button>
            ))}
          </Group>
          <Group gap="xs">
            {badges.map((color) => (
              <Badge key={color} color={color}>
                {color}
              </Badge>
            ))}
          </Group>
          <Avatar size={48} name="Łucja Żak" />
          <Progress aria-label="Progress" value={66} />
          <Group gap="xs">
            {Object.entries(icons).map(([name, Icon]) => (
              <Icon key={name} label={name} />
            ))}
          </Group>
        </Sample>
        <Sample name="TextInput, NativeSelect, Checkbox, Radio">
          <TextInput label={email} description="nazwa@example.pl" error={t("errors:generic.title")} />
          <NativeSelect label={t("sellers:pages.size")} data={["20", "50"]} />
          <Checkbox label={t("common:shortcuts")} defaultChecked />
          <Choices
            legend={t("common:theme.label")}
            name="scheme"
            chosen="auto"
            options={schemes.map((value) => ({ value, text: t(`common:theme.${value}`) }))}
          />
        </Sample>
        <Sample name="Notice">
          {notices.map((kind) => (
            <Notice key={kind} kind={kind} title={t(`common:notice.${kind}`)}>
              <p>{t("errors:generic.message")}</p>
            </Notice>
          ))}
        </Sample>
        <Sample name="DataTable, Facts, Counts, Statement" id="table">
          <DataTable labelledBy="table" columns={[t("sellers:fields.displayName"), email]}>
            <tr>
              <th scope="row">Zażółć gęślą jaźń</th>
              <td data-label={email}>ktos-z-bardzo-dlugim-adresem@poczta.przyklad.example.pl</td>
            </tr>
          </DataTable>
          <Facts>
            <Fact name={t("sellers:fields.displayName")}>Zażółć gęślą jaźń</Fact>
            <Fact name={t("sellers:fields.mpk")}>02491</Fact>
          </Facts>
          <Counts
            items={[
              { name: t("common:notice.success"), count: 12 },
              { name: t("common:notice.error"), count: 3, kind: "bad" },
            ]}
          />
          <Statement level={3} drawing="nothing-yet" title={t("errors:generic.title")}>
            {t("errors:generic.message")}
          </Statement>
        </Sample>
      </div>
    </>
  );
}

function Sample({ name, id, children }: { name: string; id?: string; children: ReactNode }) {
  return (
    <section className={theme.card} aria-label={name}>
      <h2 id={id}>{name}</h2>
      {children}
    </section>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
