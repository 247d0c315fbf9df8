import "~/ui/theme/progress-styles";
import { Card, Group, Progress } from "@mantine/core";
import { Await, Link } from "@remix-run/react";
import { Suspense } from "react";
import type { ValueOrReason } from "~/.server/backend/optional";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { Notice } from "~/ui";
import { WithoutScripts } from "~/ui/deferred-part";
import { CountLinks } from "./count-links";
import { type SellerCounts, shareOfActive } from "./share-of-active";

const kinds = [
  { kind: "all", query: "" },
  { kind: "active", query: "?status=active" },
  { kind: "inactive", query: "?status=inactive" },
] as const;

/**
 * How many sellers there are, and how many of them are active; each number leads to its list.
 * @param counts the numbers, or their promise; or why they aren't known
 */
export function SellerCountsStrip({
  counts,
}: {
  counts: Promise<ValueOrReason<SellerCounts>> | ValueOrReason<SellerCounts>;
}) {
  return (
    <Suspense
      fallback={
        <>
          <Strip part={undefined} />
          <WithoutScripts />
        </>
      }
    >
      <Await resolve={counts} errorElement={<Strip part={{ isKnown: false, why: "fault" }} />}>
        {(part) => <Strip part={part} />}
      </Await>
    </Suspense>
  );
}

/** The same lines whether numbers are awaited (undefined) or known: nothing shifts. */
function Strip({ part }: { part: ValueOrReason<SellerCounts> | undefined }) {
  const t = useT();
  const href = useHref();
  const counts = part?.isKnown ? part.value : undefined;
  const why = part && !part.isKnown ? part.why : undefined;
  const waiting = part === undefined;
  const share = counts ? shareOfActive(counts) : 0;
  if (why) {
    return (
      <Card aria-labelledby="counts">
        <h2 id="counts">{t("common:navigation.sellers")}</h2>
        <Notice kind="warning" mt="sm">
          <p>
            {t(`home:counts.failed.${why}`)} <Link to={href("/")}>{t("common:tryAgain")}</Link>
          </p>
        </Notice>
      </Card>
    );
  }
  return (
    <Card aria-labelledby="counts">
      <Group align="baseline" gap="0.25rem 2rem">
        <h2 id="counts">{t("common:navigation.sellers")}</h2>
        <CountLinks
          items={kinds.map(({ kind, query }) => ({ label: t(`sellers:views.${kind}`), query, count: counts?.[kind] }))}
          missing={t("home:counts.loading")}
          isBusy={waiting}
        />
      </Group>
      <Group wrap="nowrap" gap="sm" mt="xs" mih="1.25rem" c="dimmed" fz="0.8125rem">
        <Progress.Root flex={1} aria-hidden="true">
          <Progress.Section value={share} color="green" withAria={false} />
        </Progress.Root>
        {counts && <span>{counts.all > 0 ? t("home:counts.share", { share }) : t("sellers:list.none")}</span>}
      </Group>
    </Card>
  );
}
