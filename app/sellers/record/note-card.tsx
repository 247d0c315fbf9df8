import { Card, Group, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "~/i18n/format";
import type { SellerNote } from "~/sellers/write/seller-notes.server";
import { Notice } from "~/ui";

/** @param note null if the store failed */
export function NoteCard({ note, editPath }: { note: SellerNote | null; editPath: string }) {
  const { t } = useTranslation("sellers");
  return (
    <Card aria-labelledby="note">
      <Group justify="space-between" align="baseline" gap="0.25rem 1rem">
        <h2 id="note">{t("fields.note")}</h2>
        {note && (
          <Link to={editPath} data-command>
            {t(note.text ? "note.edit" : "note.add")}
          </Link>
        )}
      </Group>
      {!note && <Notice kind="warning">{t("note.failedToLoad")}</Notice>}
      {note?.text && (
        <Text mt="xs" translate="no" style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
          {note.text}
        </Text>
      )}
      {note && (
        <Text mt="xs" c="dimmed" fz="sm">
          {note.text && note.at ? t("note.changedAt", { when: formatDateTime(note.at) }) : t("note.none")}
        </Text>
      )}
    </Card>
  );
}
