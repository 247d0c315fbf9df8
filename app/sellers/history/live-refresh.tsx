import { Text } from "@mantine/core";
import { Link, useActionData, useLocation } from "@remix-run/react";
import { useT } from "~/i18n/hooks";
import { usePolling } from "~/ui/use-polling";

/** Polls while `isLive`. A link without scripts: an automatic reload would lose typed text. */
export function LiveRefresh({ isLive }: { isLive: boolean }) {
  const t = useT();
  const { pathname, search } = useLocation();
  // No polling after a refused form, because a reload would drop the action's answer.
  const hasAnswer = useActionData() !== undefined;
  usePolling(isLive && !hasAnswer, 5_000);
  if (!isLive) return null;
  return (
    <noscript>
      <Text mb="md">
        {t("history:live")}{" "}
        <Link to={pathname + search} reloadDocument>
          {t("common:refresh")}
        </Link>
      </Text>
    </noscript>
  );
}
