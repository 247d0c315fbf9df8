import "@mantine/core/styles/Progress.layer.css";
import { Checkbox, Group, NativeSelect, Progress, Stack, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { env } from "~/.server/env";
import { formatDateTime } from "~/i18n/format";
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

export const handle = { title: ({ t }) => pageTitle(t, "Style") } satisfies TitleHandle;

export function loader() {
  if (env().STYLE_GUIDE !== "on") throw new Response(null, PAGE_NOT_FOUND);
  return null;
}

const variants = ["filled", "danger", "default", "outline", "light", "subtle", "muted"] as const;
const notices = ["success", "info", "warning", "error"] as const;
const badges = ["gray", "green", "yellow", "red", "blue"] as const;
const drawings = ["nothing-yet", "nothing-found", "no-access", "not-found", "broken", "offline", "done"] as const;
const rows = [
  ["Zażółć gęślą jaźń", "ktos-z-bardzo-dlugim-adresem@poczta.przyklad.example.pl", "00123"],
  ["Łucja Żak", "lucja@example.pl", "17"],
] as const;

/** Shows every shared part in every state, with texts of the catalogues as samples. */
export default function Page() {
  const t = useT();
  return (
    <>
      <PageHeader title="Style" description={t("common:product")} back={{ to: "/", text: t("common:navigation.home") }}>
        <Button>{t("common:cancel")}</Button>
        <Button variant="filled">{t("common:save")}</Button>
      </PageHeader>
      <div style={{ columns: "30rem 2" }}>
        <Buttons />
        <Fields />
        <Signs />
        <Records />
        <Messages />
      </div>
    </>
  );
}

function Sample({ name, id, children }: { name: string; id?: string; children: ReactNode }) {
  return (
    // In a card that hides its overflow the table's sticky head wouldn't stick to the page.
    <section
      className={theme.card}
      aria-label={name}
      style={{ marginBottom: "1.25rem", overflow: "visible", breakInside: "avoid" }}
    >
      <h2 id={id} style={{ marginBottom: "0.75rem" }}>
        {name}
      </h2>
      <Stack gap="sm">{children}</Stack>
    </section>
  );
}

function Buttons() {
  const t = useT();
  return (
    <Sample name="Button, LinkButton">
      {variants.map((variant) => (
        <Group key={variant} gap="xs">
          <Button variant={variant}>{t("common:save")}</Button>
          <LinkButton variant={variant} to="/style">
            <icons.PlusIcon size={16} />
            {t("common:product")}
          </LinkButton>
          <Button variant={variant} isSmall>
            {t("common:search")}
          </Button>
          <Button variant={variant} disabled>
            {t("common:cancel")}
          </Button>
        </Group>
      ))}
    </Sample>
  );
}

function Fields() {
  const t = useT();
  return (
    <Sample name="TextInput, NativeSelect, Checkbox, Radio">
      <TextInput label={t("sellers:fields.displayName")} placeholder="Anna Kowalska" />
      <TextInput
        label={t("sellers:fields.email")}
        description="nazwa@example.pl"
        error={t("errors:status.http400.message")}
        defaultValue="anna@"
      />
      <TextInput label={t("sellers:fields.surname")} defaultValue="Żółkiewska" disabled />
      <NativeSelect label={t("sellers:pages.size")} data={["20", "50"]} />
      <Checkbox label={t("common:shortcuts")} defaultChecked />
      <Choices
        legend={t("common:theme.label")}
        name="scheme"
        chosen="auto"
        options={(["auto", "light", "dark"] as const).map((value) => ({ value, text: t(`common:theme.${value}`) }))}
      />
    </Sample>
  );
}

function Signs() {
  const t = useT();
  return (
    <Sample name="Badge, Avatar, Progress, icons">
      <Group gap="xs">
        {badges.map((color) => (
          <Badge key={color} color={color}>
            {t("common:notice.success")}
          </Badge>
        ))}
      </Group>
      <Group gap="xs">
        {[24, 32, 48, 72].map((size) => (
          <Avatar key={size} size={size} name="Łucja Żak" />
        ))}
      </Group>
      <Progress aria-label="Progress" value={66} />
      <Group gap="xs">
        {Object.entries(icons).map(([name, Icon]) => (
          <Icon key={name} label={name} />
        ))}
      </Group>
    </Sample>
  );
}

function Records() {
  const t = useT();
  const fields = [t("sellers:fields.displayName"), t("sellers:fields.email"), "MPK"];
  return (
    <>
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
          <Fact name={t("sellers:fields.displayName")}>Zażółć gęślą jaźń</Fact>
          <Fact name={t("sellers:list.added")}>{formatDateTime(0)}</Fact>
        </Facts>
        <Counts
          items={[
            { name: t("common:notice.success"), count: 128 },
            { name: t("common:notice.warning"), count: 3, kind: "bad" },
          ]}
        />
      </Sample>
    </>
  );
}

function Messages() {
  const t = useT();
  return (
    <>
      <Sample name="Notice (Alert)">
        {notices.map((kind) => (
          <Notice key={kind} kind={kind} title={t(`common:notice.${kind}`)}>
            <p>{t("errors:generic.message")}</p>
          </Notice>
        ))}
      </Sample>
      <Sample name="Statement, Drawing, a, code">
        {drawings.map((drawing) => (
          <Statement key={drawing} level={3} drawing={drawing} title={t("errors:generic.title")}>
            {t("errors:generic.message")} <a href="/style">{t("common:tryAgain")}</a> <code>0042-PL</code>
          </Statement>
        ))}
      </Sample>
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
