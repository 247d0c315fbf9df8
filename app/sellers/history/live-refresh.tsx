import { Text } from "@mantine/core";
import { Link, useActionData, useLocation } from "@remix-run/react";
import { useT } from "~/i18n/hooks";
import { usePolling } from "~/ui/use-polling";

/**
 * Keeps a page up to date while changes are in flight. A page without scripts has a link instead,
 * because a timed reload would lose what the person typed.
 */
export function LiveRefresh({ isLive }: { isLive: boolean }) {
  const t = useT();
  const { pathname, search } = useLocation();
  // Loading the page again would drop the answer of a refused form.
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
