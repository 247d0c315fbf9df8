import { Checkbox, Group, NativeSelect, TextInput } from "@mantine/core";
import { env } from "~/.server/env";
import { formatDateTime } from "~/i18n/format";
import { useT } from "~/i18n/use-t";
import { PAGE_NOT_FOUND } from "~/layouts/shell/error-words";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { Avatar, Button, Fact, Facts, PageHeader } from "~/ui";
import { Badge } from "~/ui/badge";
import { Counts } from "~/ui/data/counts";
import { DataTable } from "~/ui/data/data-table";
import { Progress } from "~/ui/data/progress";
import { Choices } from "~/ui/form/fields/choices";
import * as icons from "~/ui/icons";
import { ButtonSample, NoticeSample, Sample, ScreenSamples } from "./style-samples";

export const handle = { title: ({ t }) => pageTitle(t, "Style") } satisfies TitleHandle;

export function loader() {
  if (env().STYLE_GUIDE !== "on") throw new Response(null, PAGE_NOT_FOUND);
  return null;
}

const badges = ["gray", "green", "yellow", "red", "blue"] as const;
const rows = [
  ["Zażółć gęślą jaźń", "ktos-z-bardzo-dlugim-adresem@poczta.przyklad.example.pl", "00123"],
  ["Łucja Żak", "lucja@example.pl", "17"],
] as const;

/** Shows every shared part in every state, with texts of the catalogues as samples. */
export default function Page() {
  const t = useT();
  const fields = [t("sellers:fields.displayName"), t("sellers:fields.email"), "MPK"];
  return (
    <>
      <PageHeader title="Style" description={t("common:product")} back={{ to: "/", text: t("common:navigation.home") }}>
        <Button>{t("common:cancel")}</Button>
        <Button variant="filled">{t("common:save")}</Button>
      </PageHeader>
      <div style={{ columns: "30rem 2" }}>
        <ButtonSample />
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
            options={(["auto", "light", "dark"] as const).map((value) => ({
              value,
              text: t(`common:theme.${value}`),
            }))}
          />
        </Sample>
        <NoticeSample />
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
          <Progress label="Progress" done={2} total={3} color="green" />
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
            <Fact name={t("sellers:fields.displayName")}>Zażółć gęślą jaźń</Fact>
            <Fact name={t("profile:session.startedAt")}>{formatDateTime(0)}</Fact>
          </Facts>
          <Counts
            items={[
              { name: t("common:notice.success"), count: 128 },
              { name: t("common:notice.warning"), count: 3, kind: "bad" },
            ]}
          />
        </Sample>
        <ScreenSamples />
      </div>
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
