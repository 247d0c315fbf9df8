import { Text } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import { useT } from "~/i18n/use-t";

/**
 * How soon a running job's page loads itself again where no script asks how far it is, in seconds. The focus is back at
 * the page's top then, so there is to be time to get to a button.
 */
export const REFRESH_SECONDS = 10;

/** Has the page load itself again in a browser that was sent no header for it, as it ran scripts before; and is the way to turn that off. */
export function PageRefresh({ still }: { still: boolean }) {
  const t = useT();
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  if (still) params.delete("refresh");
  else params.set("refresh", "off");
  const query = params.toString();
  return (
    <noscript>
      {!still && <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} />}
      <Text mb="md">
        {t(still ? "jobs:still" : "jobs:refreshes", { seconds: REFRESH_SECONDS })}{" "}
        <Link to={query ? `${pathname}?${query}` : pathname} reloadDocument>
          {t(still ? "jobs:turnOn" : "jobs:turnOff")}
        </Link>
      </Text>
    </noscript>
  );
}
