import { Badge, Button, Card, Checkbox, Group, NativeSelect, Stack, TextInput, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { env } from "~/.server/env";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { formatDateTime } from "~/i18n/format";
import { useT } from "~/i18n/use-t";
import { Keys } from "~/keyboard/keys";
import { ErrorScreen } from "~/layouts/shell/error-screen";
import { errorWords } from "~/layouts/shell/error-words";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { Avatar, Fact, Facts, LinkButton, Notice, PageHeader } from "~/ui";
import { Counts } from "~/ui/data/counts";
import { DataTable } from "~/ui/data/data-table";
import { Progress } from "~/ui/data/progress";
import { Drawing } from "~/ui/drawing";
import { EmptyState } from "~/ui/empty-state";
import { Choices } from "~/ui/form/choices";
import * as icons from "~/ui/icons";

await loadNamespaces("keyboard", "profile");

export const handle = { title: ({ t }) => pageTitle(t, "Style") } satisfies TitleHandle;

/** A page for those who build the app: every shared part in every state. Its samples are words of the catalogues. */
export function loader() {
  if (env().STYLE_GUIDE !== "on") throw new Response(null, { status: 404, statusText: "Page not found" });
  return null;
}

const buttons = [
  { variant: "filled" },
  { variant: "filled", color: "red" },
  { variant: "default" },
  { variant: "light" },
  { variant: "subtle" },
] as const;
const kinds = ["success", "info", "warning", "error"] as const;
const badges = ["gray", "green", "yellow", "red", "blue"] as const;
const drawings = ["nothing-yet", "nothing-found", "no-access", "not-found", "broken", "offline", "done"] as const;
const rows = [
  ["Zażółć gęślą jaźń", "ktos-z-bardzo-dlugim-adresem@poczta.przyklad.example.pl", "00123"],
  ["Łucja Żak", "lucja@example.pl", "17"],
] as const;

export default function Page() {
  const t = useT();
  const fields = [t("profile:directory.displayName"), t("profile:directory.mail"), "MPK"];
  return (
    <>
      <PageHeader title="Style" description={t("common:product")} back={{ to: "/", text: t("common:navigation.home") }}>
        <Button>{t("common:cancel")}</Button>
        <Button variant="filled">{t("common:save")}</Button>
      </PageHeader>
      <div style={{ columns: "30rem 2" }}>
        <Sample name="Button, LinkButton">
          {buttons.map((look) => (
            <Group key={Object.values(look).join()} gap="xs">
              <Button {...look}>{t("common:save")}</Button>
              <LinkButton {...look} to="/style" leftSection={<icons.PlusIcon size={16} />}>
                {t("common:product")}
              </LinkButton>
              <Button {...look} size="xs">
                {t("common:search")}
              </Button>
              <Button {...look} disabled>
                {t("common:cancel")}
              </Button>
            </Group>
          ))}
        </Sample>
        <Sample name="TextInput, NativeSelect, Checkbox, Radio">
          <TextInput label={t("profile:directory.displayName")} placeholder="Anna Kowalska" />
          <TextInput
            label={t("profile:directory.mail")}
            description="nazwa@example.pl"
            error={t("errors:status.http400.message")}
            defaultValue="anna@"
          />
          <TextInput label={t("profile:directory.surname")} defaultValue="Żółkiewska" disabled />
          <NativeSelect label={t("profile:preferences.pageSize")} data={["20", "50"]} />
          <Checkbox label={t("profile:preferences.shortcuts")} defaultChecked />
          <Choices
            legend={t("profile:preferences.colorScheme")}
            name="scheme"
            chosen="auto"
            options={(["auto", "light", "dark"] as const).map((value) => ({
              value,
              text: t(`profile:preferences.colorSchemes.${value}`),
            }))}
          />
        </Sample>
        <Sample name="Notice (Alert)">
          {kinds.map((kind) => (
            <Notice key={kind} kind={kind} title={t(`common:notice.${kind}`)}>
              <p>{t("errors:generic.message")}</p>
            </Notice>
          ))}
        </Sample>
        <Sample name="Badge, Avatar, Kbd, Progress, icons">
          <Group gap="xs">
            {badges.map((color) => (
              <Badge key={color} color={color}>
                {t("common:yes")}
              </Badge>
            ))}
          </Group>
          <Group gap="xs">
            {[24, 32, 48, 72].map((size) => (
              <Avatar key={size} size={size} name="Łucja Żak" />
            ))}
          </Group>
          <div>
            <Keys keys={["g", "s"]} />
          </div>
          <Progress label="Progress" done={2} total={3} />
          <Group gap="xs">
            {Object.entries(icons).map(([name, Icon]) => (
              <Icon key={name} label={name} />
            ))}
          </Group>
        </Sample>
        <Sample name="DataTable" id="table">
          <DataTable labelledBy="table" columns={fields}>
            {rows.map(([name, mail, mpk]) => (
              <tr key={mpk}>
                <th scope="row">{name}</th>
                <td data-label={fields[1]}>{mail}</td>
                <td data-label={fields[2]}>{mpk}</td>
              </tr>
            ))}
          </DataTable>
        </Sample>
        <Sample name="Facts, Counts">
          <Facts>
            <Fact name={t("profile:directory.displayName")}>Zażółć gęślą jaźń</Fact>
            <Fact name={t("profile:session.startedAt")}>{formatDateTime(0)}</Fact>
          </Facts>
          <Counts
            items={[
              { name: t("common:yes"), count: 128 },
              { name: t("common:no"), count: 3, bad: true },
            ]}
          />
        </Sample>
        <Sample name="Drawing">
          <Group gap="xs">
            {drawings.map((kind) => (
              <Drawing key={kind} kind={kind} />
            ))}
          </Group>
        </Sample>
        <Sample name="ErrorScreen">
          <ErrorScreen {...errorWords(t, 504)} level={3}>
            <LinkButton to="/style" variant="filled">
              {t("errors:actions.retry")}
            </LinkButton>
          </ErrorScreen>
        </Sample>
        <Sample name="EmptyState">
          <EmptyState kind="nothing-yet" order={3} title={t("errors:generic.title")}>
            {t("errors:generic.message")}
          </EmptyState>
        </Sample>
        <Sample name="h1, h2, h3, p, a, code">
          <h2>{t("errors:generic.title")}</h2>
          <h3>{t("errors:generic.title")}</h3>
          <p>
            {t("errors:generic.message")} <a href="/style">{t("errors:actions.retry")}</a> <code>0042-PL</code>
          </p>
        </Sample>
      </div>
    </>
  );
}

/** A card that hides what overflows it is what a sticky head would stick to. */
const VISIBLE = { overflow: "visible" };

function Sample({ name, id, children }: { name: string; id?: string; children: ReactNode }) {
  return (
    <Card aria-label={name} mb="md" style={VISIBLE}>
      <Title order={2} id={id} mb="sm">
        {name}
      </Title>
      <Stack gap="sm">{children}</Stack>
    </Card>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
