import { Await, Link } from "@remix-run/react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useHref } from "~/i18n/use-locale";

/**
 * Links to the seller who is the signed-in person (`ownSellerPath`).
 * @param path null if there is none
 */
export function OwnSellerLink({ path }: { path: Promise<string | null> | string | null }) {
  const { t } = useTranslation();
  const href = useHref();
  return (
    <Suspense fallback={"\u00a0"}>
      <Await resolve={path} errorElement={null}>
        {(sellerPath) => sellerPath && <Link to={href(sellerPath)}>{t("ownSeller")}</Link>}
      </Await>
    </Suspense>
  );
}
