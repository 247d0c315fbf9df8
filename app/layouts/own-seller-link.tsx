import { Link } from "@remix-run/react";
import { useHref, useT } from "~/i18n/hooks";
import { Deferred } from "~/ui/deferred-part";

/**
 * Links to the seller who is the signed-in person (`ownSellerPath`).
 * @param path null if there is none
 */
export function OwnSellerLink({ path }: { path: Promise<string | null> | string | null }) {
  const t = useT();
  const href = useHref();
  return (
    <Deferred part={path} waiting={"\u00a0"} missing={null}>
      {(sellerPath) => <Link to={href(sellerPath)}>{t("common:ownSeller")}</Link>}
    </Deferred>
  );
}
