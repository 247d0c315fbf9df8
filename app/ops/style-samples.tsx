import { Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useT } from "~/i18n/use-t";
import { ErrorScreen } from "~/layouts/shell/error-screen";
import { errorWords } from "~/layouts/shell/error-words";
import { Button, LinkButton, Notice } from "~/ui";
import { Drawing } from "~/ui/drawing";
import { EmptyState } from "~/ui/empty-state";
import { PlusIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";

const variants = ["filled", "danger", "default", "outline", "light", "subtle", "muted"] as const;
const kinds = ["success", "info", "warning", "error"] as const;
const drawings = ["nothing-yet", "nothing-found", "no-access", "not-found", "broken", "offline", "done"] as const;

export function Sample({ name, id, children }: { name: string; id?: string; children: ReactNode }) {
  return (
    // A card that hides what overflows it is what a sticky head would stick to.
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

export function ButtonSample() {
  const t = useT();
  return (
    <Sample name="Button, LinkButton">
      {variants.map((variant) => (
        <Group key={variant} gap="xs">
          <Button variant={variant}>{t("common:save")}</Button>
          <LinkButton variant={variant} to="/style">
            <PlusIcon size={16} />
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

export function NoticeSample() {
  const t = useT();
  return (
    <Sample name="Notice (Alert)">
      {kinds.map((kind) => (
        <Notice key={kind} kind={kind} title={t(`common:notice.${kind}`)}>
          <p>{t("errors:generic.message")}</p>
        </Notice>
      ))}
    </Sample>
  );
}

/** Empty and failed screens, and plain text. */
export function ScreenSamples() {
  const t = useT();
  return (
    <>
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
            {t("common:tryAgain")}
          </LinkButton>
        </ErrorScreen>
      </Sample>
      <Sample name="EmptyState">
        <EmptyState kind="nothing-yet" level={3} title={t("errors:generic.title")}>
          {t("errors:generic.message")}
        </EmptyState>
      </Sample>
      <Sample name="h1, h2, h3, p, a, code">
        <h2>{t("errors:generic.title")}</h2>
        <h3>{t("errors:generic.title")}</h3>
        <p>
          {t("errors:generic.message")} <a href="/style">{t("common:tryAgain")}</a> <code>0042-PL</code>
        </p>
      </Sample>
    </>
  );
}
