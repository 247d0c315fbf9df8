import { Await, Link } from "@remix-run/react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useHref } from "~/i18n/use-locale";

export function OwnSellerLink({ path }: { path: Promise<string | null> | string | null }) {
  const { t } = useTranslation();
  const href = useHref();
  return (
    <Suspense fallback={"\u00a0"}>
      <Await resolve={path} errorElement={null}>
        {(own) => own && <Link to={href(own)}>{t("ownSeller")}</Link>}
      </Await>
    </Suspense>
  );
}
