import "@mantine/core/styles/Progress.layer.css";
import { Checkbox, Group, NativeSelect, Progress, Stack, TextInput } from "@mantine/core";
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

export const handle = { title: ({ t }) => pageTitle(t, "Style") } satisfies TitleHandle;

export function loader() {
  if (env().STYLE_GUIDE !== "on") throw new Response(null, PAGE_NOT_FOUND);
  return null;
}

const variants = ["filled", "danger", "default", "outline", "light", "subtle", "muted"] as const;
const notices = ["success", "info", "warning", "error"] as const;
const badges = ["gray", "green", "yellow", "red", "blue"] as const;

export default function Page() {
  const t = useT();
  const email = t("sellers:fields.email");
  return (
    <>
      <PageHeader title="Style" description={t("common:product")} back={{ to: "/", text: t("common:navigation.home") }}>
        <LinkButton to="/style">{t("common:tryAgain")}</LinkButton>
      </PageHeader>
      <div style={{ columns: "30rem 2" }}>
        <Sample name="Button, Badge, Avatar, Progress, icons">
          <Group gap="xs">
            {variants.map((variant) => (
              <Button key={variant} variant={variant}>
                {t("common:save")}
              </Button>
            ))}
          </Group>
          <Group gap="xs">
            {badges.map((color) => (
              <Badge key={color} color={color}>
                {t("common:notice.success")}
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
            options={(["auto", "light", "dark"] as const).map((value) => ({ value, text: t(`common:theme.${value}`) }))}
          />
        </Sample>
        <Sample name="DataTable, Facts, Counts" id="table">
          <DataTable labelledBy="table" columns={[t("sellers:fields.displayName"), email]}>
            <tr>
              <th scope="row">Zażółć gęślą jaźń</th>
              <td data-label={email}>ktos-z-bardzo-dlugim-adresem@poczta.przyklad.example.pl</td>
            </tr>
          </DataTable>
          <Facts>
            <Fact name={t("sellers:fields.displayName")}>Zażółć gęślą jaźń</Fact>
          </Facts>
          <Counts items={[{ name: t("common:notice.warning"), count: 3, kind: "bad" }]} />
        </Sample>
        <Sample name="Notice, Statement, Drawing">
          {notices.map((kind) => (
            <Notice key={kind} kind={kind} title={t(`common:notice.${kind}`)}>
              <p>{t("errors:generic.message")}</p>
            </Notice>
          ))}
          <Statement level={3} drawing="nothing-yet" title={t("errors:generic.title")}>
            {t("errors:generic.message")} <code>0042-PL</code>
          </Statement>
        </Sample>
      </div>
    </>
  );
}

function Sample({ name, id, children }: { name: string; id?: string; children: ReactNode }) {
  return (
    // A card clips its overflow, so the table's sticky head wouldn't stick to the window.
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

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
