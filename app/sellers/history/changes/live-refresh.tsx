import { Text } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import { useT } from "~/i18n/use-t";
import { usePolling } from "~/ui/use-polling";

const REFRESH_MS = 5_000;

/**
 * Keeps a page current while changes are being saved. Without scripts it offers a link instead: a page that loads itself again
 * would lose what is typed into its fields.
 */
export function LiveRefresh({ isLive }: { isLive: boolean }) {
  const t = useT();
  const { pathname, search } = useLocation();
  usePolling(isLive, REFRESH_MS);
  if (!isLive) return null;
  return (
    <noscript>
      <Text mb="md">
        {t("history:live")}{" "}
        <Link to={pathname + search} reloadDocument>
          {t("history:refresh")}
        </Link>
      </Text>
    </noscript>
  );
}
