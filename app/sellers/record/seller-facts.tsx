import { Group, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { mailLink } from "~/domain/email-address";
import { formRows, type Seller, sellerFields, type TextField } from "~/domain/seller";
import { formatDateTime } from "~/i18n/format";
import { useT } from "~/i18n/hooks";
import type { Disabling } from "~/sellers/history/seller-changes.server";
import type { SellerNote } from "~/sellers/write/seller-notes.server";
import { Fact, Facts, Notice } from "~/ui";
import { Badge } from "~/ui/badge";
import { breakableEmail } from "~/ui/breakable-email";
import { CopyButton } from "~/ui/copy/copy-button";
import theme from "~/ui/theme/components.module.css";

type AccountStateProps = { accountEnabled: boolean; lastDisabling?: Disabling };

export function AccountState({ accountEnabled, lastDisabling }: AccountStateProps) {
  const t = useT();
  return (
    <Group component="span" gap="0.25rem 0.75rem" mt="0.25rem" mih="1.75rem">
      <Badge color={accountEnabled ? "green" : "gray"}>
        {t(accountEnabled ? "sellers:status.active" : "sellers:status.inactive")}
      </Badge>
      {lastDisabling && (
        <span>
          {t("sellers:detail.disabledBy", {
            when: formatDateTime(lastDisabling.at),
            who: lastDisabling.who ?? t("history:someone"),
          })}
          {lastDisabling.reason && ` ${t("sellers:detail.disabledWhy", { reason: lastDisabling.reason })}`}
        </span>
      )}
    </Group>
  );
}

export function SellerFacts({ seller }: { seller: Seller }) {
  const t = useT();
  return (
    <section className={theme.card} aria-labelledby="facts">
      <h2 id="facts">{t("sellers:detail.facts")}</h2>
      <Facts>
        {formRows.flat().map((field) => (
          <Fact key={field} name={t(`sellers:fields.${field}`)}>
            <FactValue field={field} value={seller[field]} />
          </Fact>
        ))}
        <Fact name={t("sellers:fields.id")}>
          <Text component="code" translate="no" c="dimmed" fz="0.75rem">
            {seller.id}
          </Text>
          <CopyButton text={seller.id} name={t("sellers:fields.id")} />
        </Fact>
      </Facts>
    </section>
  );
}

function FactValue({ field, value }: { field: TextField; value: string | undefined }) {
  const t = useT();
  if (!value) {
    return (
      <Text span c="dimmed">
        {t("sellers:detail.empty")}
      </Text>
    );
  }
  return (
    <>
      {field === "email" ? <a href={mailLink(value)}>{breakableEmail(value)}</a> : <bdi translate="no">{value}</bdi>}
      {sellerFields[field].isRequired && <CopyButton text={value} name={t(`sellers:fields.${field}`)} />}
    </>
  );
}

/** @param note null if the database failed */
export function NoteCard({ note, editPath }: { note: SellerNote | null; editPath: string }) {
  const t = useT();
  return (
    <section className={theme.card} aria-labelledby="note">
      <Group justify="space-between" align="baseline" gap="0.25rem 1rem">
        <h2 id="note">{t("sellers:fields.note")}</h2>
        {note && (
          <Link to={editPath} data-command>
            {t(note.text ? "sellers:note.edit" : "sellers:note.add")}
          </Link>
        )}
      </Group>
      {!note && <Notice kind="warning">{t("common:failedToLoad")}</Notice>}
      {note?.text && (
        <Text translate="no" style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
          {note.text}
        </Text>
      )}
      {note && (
        <Text c="dimmed" fz="sm">
          {/* A removed note keeps the time of its removal. */}
          {note.text && note.at
            ? t("sellers:note.changedAt", { when: formatDateTime(note.at) })
            : t("sellers:note.none")}
        </Text>
      )}
    </section>
  );
}
