import { Box, Group, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { HistoryEntry } from "~/domain/history-entry";
import { sellerPath } from "~/domain/paths";
import { formatDateTime } from "~/i18n/format";
import { useHref, useT } from "~/i18n/hooks";
import { FactsLine } from "~/sellers/history/latest-rows";
import { InfoIcon, WarningIcon } from "~/ui/icons";

const MAX_SHOWN = 6;

export type AttentionItem =
  | ({ kind: "unknown" } & Pick<HistoryEntry, "id" | "at" | "action" | "sellerId" | "sellerName">)
  | {
      kind: "job";
      id: string;
      at: number;
      title: string;
      /** For example „W toku”, „15 z 20”, „2 nieudane”. */
      facts: string[];
      isRunning: boolean;
      hasProblems: boolean;
    };

export function AttentionItems({ items }: { items: AttentionItem[] }) {
  const t = useT();
  const href = useHref();
  const more = items.length - MAX_SHOWN;
  return (
    <>
      <Stack component="ul" gap="sm">
        {items.slice(0, MAX_SHOWN).map((item) => (
          <Group key={item.id} component="li" align="start" wrap="nowrap" gap="0.625rem">
            <ItemIcon item={item} />
            <Box miw={0}>{item.kind === "job" ? <JobItem item={item} /> : <UnknownItem item={item} />}</Box>
          </Group>
        ))}
      </Stack>
      {more > 0 && (
        <p>
          <Link to={href("/history")}>{t("home:attention.more", { count: more })}</Link>
        </p>
      )}
    </>
  );
}

function ItemIcon({ item }: { item: AttentionItem }) {
  const [color, Icon] =
    item.kind === "unknown" || item.hasProblems
      ? (["yellow", WarningIcon] as const)
      : ([item.isRunning ? "gray" : "yellow", InfoIcon] as const);
  return (
    <Text span flex="none" mt="0.125rem" c={`var(--mantine-color-${color}-light-color)`}>
      <Icon />
    </Text>
  );
}

function JobItem({ item }: { item: Extract<AttentionItem, { kind: "job" }> }) {
  const t = useT();
  const href = useHref();
  const { id, at, title, facts, hasProblems } = item;
  const query = hasProblems ? "?only=problems" : "";
  return (
    <>
      <Link to={href(`/sellers/jobs/${id}${query}`)}>{title || t("history:job")}</Link>
      <FactsLine>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        <When at={at} />
      </FactsLine>
    </>
  );
}

function UnknownItem({ item }: { item: Extract<AttentionItem, { kind: "unknown" }> }) {
  const t = useT();
  const href = useHref();
  const { at, action, sellerId, sellerName } = item;
  // If the response to an addition was lost, the app has no id and searches the list by name.
  const to = sellerId ? sellerPath(sellerId, "history") : `/sellers?${new URLSearchParams({ q: sellerName })}`;
  return (
    <>
      <Link to={href(to)}>{sellerName || t("sellers:detail.unnamed")}</Link>
      <FactsLine>
        <span>{t("common:outcome.unknown")}</span>
        <span>{t(`history:action.${action}`)}</span>
        <When at={at} />
      </FactsLine>
    </>
  );
}

function When({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{formatDateTime(at)}</time>;
}
