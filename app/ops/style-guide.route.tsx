import { Badge, Button, Card } from "@mantine/core";
import type { ReactNode } from "react";
import { env } from "~/.server/env";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { formatDateTime } from "~/i18n/format";
import { useT } from "~/i18n/use-t";
import { ErrorScreen } from "~/layouts/shell/error-screen";
import { errorWords } from "~/layouts/shell/error-words";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { Avatar, Fact, Facts, LinkButton, Notice, PageHeader } from "~/ui";
import controls from "~/ui/controls.module.css";
import { Choices } from "~/ui/form/choices";
import * as icons from "~/ui/icons";
import classes from "./style-guide.module.css";

await loadNamespaces("home", "profile");

export const handle = { title: ({ t }) => pageTitle(t, "Style") } satisfies TitleHandle;

/** A page for those who build the app: every shared part in every state. Its samples are words of the catalogues. */
export function loader() {
  if (env().STYLE_GUIDE !== "on") throw new Response(null, { status: 404, statusText: "Page not found" });
  return null;
}

const variants = ["primary", "default", "subtle", "danger"] as const;
const kinds = ["success", "info", "warning", "error"] as const;

export default function Page() {
  const t = useT();
  return (
    <>
      <PageHeader title="Style" description={t("common:product")} back={{ to: "/", text: t("common:navigation.home") }}>
        <Button type="submit">{t("common:cancel")}</Button>
        <Button type="submit" variant="filled">
          {t("common:save")}
        </Button>
      </PageHeader>
      <div className={classes.samples}>
        <Sample name="Button, LinkButton">
          {variants.map((variant) => (
            <div key={variant} className={classes.line}>
              <Button type="submit" variant={variant}>
                {t("common:save")}
              </Button>
              <LinkButton variant={variant} to="/style">
                <icons.PlusIcon size={16} />
                {t("home:newSeller")}
              </LinkButton>
              <Button type="submit" variant={variant} size="xs">
                {t("common:search")}
              </Button>
              <Button type="submit" variant={variant} disabled>
                {t("common:cancel")}
              </Button>
            </div>
          ))}
        </Sample>
        <Sample name="Notice">
          {kinds.map((kind) => (
            <Notice key={kind} kind={kind} title={t(`common:notice.${kind}`)}>
              <p>{t("errors:generic.message")}</p>
            </Notice>
          ))}
        </Sample>
        <Sample name="controls.module.css">
          <label className={controls.label} htmlFor="plain">
            {t("profile:directory.mail")} {t("common:required")}
          </label>
          <input id="plain" className={controls.input} placeholder="anna@example.pl" />
          <label className={controls.label} htmlFor="wrong">
            {t("profile:directory.mail")}
          </label>
          <input
            id="wrong"
            className={controls.input}
            defaultValue="anna@"
            aria-invalid
            aria-describedby="wrong-text"
          />
          <p id="wrong-text" className={controls.error}>
            {t("errors:status.http400.message")}
          </p>
          <label className={controls.label} htmlFor="off">
            {t("profile:directory.surname")}
          </label>
          <input id="off" className={controls.input} defaultValue="Żółkiewska" disabled />
          <label className={controls.label} htmlFor="select">
            {t("profile:preferences.pageSize")}
          </label>
          <select id="select" className={controls.select}>
            <option>20</option>
            <option>50</option>
          </select>
          <Choices
            legend={t("profile:preferences.colorScheme")}
            name="scheme"
            chosen="auto"
            options={(["auto", "light", "dark"] as const).map((value) => ({
              value,
              text: t(`profile:preferences.colorSchemes.${value}`),
            }))}
          />
          <label className={controls.choice}>
            <input type="checkbox" defaultChecked />
            {t("profile:preferences.shortcuts")}
          </label>
        </Sample>
        <Sample name="Badge, Avatar, icons">
          <div className={classes.line}>
            <Badge>{t("common:no")}</Badge>
            <Badge color="green">{t("common:yes")}</Badge>
            <Badge color="yellow">{t("common:notice.warning")}</Badge>
            <Badge color="red">{t("common:notice.error")}</Badge>
          </div>
          <div className={classes.line}>
            {[24, 32, 48, 72].map((size) => (
              <Avatar key={size} size={size} name="Łucja Żak" />
            ))}
          </div>
          <div className={classes.line}>
            {Object.entries(icons).map(([name, Icon]) => (
              <Icon key={name} label={name} />
            ))}
          </div>
        </Sample>
        <Sample name="Facts">
          <Facts>
            <Fact name={t("profile:directory.displayName")}>Zażółć gęślą jaźń</Fact>
            <Fact name={t("profile:directory.mail")}>ktos-z-bardzo-dlugim-adresem@poczta.przyklad.example.pl</Fact>
            <Fact name={t("profile:session.startedAt")}>{formatDateTime(0)}</Fact>
          </Facts>
        </Sample>
        <Sample name="ErrorScreen">
          <ErrorScreen {...errorWords(t, 504)} level={3}>
            <LinkButton to="/style" variant="filled">
              {t("errors:actions.retry")}
            </LinkButton>
          </ErrorScreen>
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

function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Card aria-label={name}>
      <h2>{name}</h2>
      <div className={classes.sample}>{children}</div>
    </Card>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
