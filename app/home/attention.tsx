import { Box, Group, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { HistoryEntry } from "~/domain/history-entry";
import { sellerPath } from "~/domain/paths";
import type { Translate } from "~/i18n/catalogues";
import { useHref, useT } from "~/i18n/hooks";
import { FactsLine, When } from "~/sellers/history/latest-rows";
import { ErrorIcon, InfoIcon, WarningIcon } from "~/ui/icons";

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

export function AttentionItems({ items, now }: { items: AttentionItem[]; now: number }) {
  const t = useT();
  const href = useHref();
  const more = items.length - MAX_SHOWN;
  return (
    <>
      <Stack component="ul" gap="sm">
        {items.slice(0, MAX_SHOWN).map((item) => (
          <Group key={item.id} component="li" align="start" wrap="nowrap" gap="0.625rem">
            <ItemIcon item={item} />
            <Box miw={0}>
              <Item item={item} now={now} />
            </Box>
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
  const color = item.kind === "job" && item.isRunning && !item.hasProblems ? "gray" : "yellow";
  const Icon = item.kind === "unknown" ? WarningIcon : item.hasProblems ? ErrorIcon : InfoIcon;
  return (
    <Text span flex="none" mt="0.125rem" c={`var(--mantine-color-${color}-light-color)`}>
      <Icon />
    </Text>
  );
}

type ItemProps = { item: AttentionItem; now: number };

function Item({ item, now }: ItemProps) {
  const t = useT();
  const href = useHref();
  const { to, title, facts } = partsOf(t, item);
  return (
    <>
      <Text fw={550}>
        <Link to={href(to)}>{title}</Link>
      </Text>
      <FactsLine>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        <When at={item.at} now={now} />
      </FactsLine>
    </>
  );
}

function partsOf(t: Translate, item: AttentionItem) {
  if (item.kind === "job") {
    const query = item.hasProblems ? "?only=problems" : "";
    return { to: `/sellers/jobs/${item.id}${query}`, title: item.title || t("history:job"), facts: item.facts };
  }
  const { action, sellerId, sellerName } = item;
  return {
    // If the response to an addition was lost, the app has no id and searches the list by name.
    to: sellerId ? sellerPath(sellerId, "history") : `/sellers?${new URLSearchParams({ q: sellerName })}`,
    title: sellerName || t("sellers:detail.unnamed"),
    facts: [t("common:outcome.unknown"), t(`history:action.${action}`)],
  };
}
