import { Navigate, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { LinkButton, Notice, PageHeader } from "~/ui";
import { focusSearch } from "./search-form";
import type { Unlisted } from "./unlisted.server";

/** Why the list is still the one before; each time anew, so that a screen reader hears it as often as it happens. */
export function UnlistedNotice({ title, text }: Unlisted["failed"]) {
  const { t } = useTranslation("common");
  const { key, pathname, search, state } = useLocation();
  return (
    <Notice key={key} kind="error" role="alert" title={title} my="sm">
      <p>{text}</p>
      {/* The state says whether the search is being typed; the button goes away once it has done its work. */}
      <LinkButton size="xs" mt="xs" to={pathname + search} state={state} preventScrollReset onClick={focusSearch}>
        {t("tryAgain")}
      </LinkButton>
    </Notice>
  );
}

/** Whoever comes from another page has no list that could stay. The error's page may take long to come, or a network. */
export function NoList({ title, page }: Unlisted["failed"]) {
  const { t } = useTranslation("sellers");
  return (
    <>
      <PageHeader title={t("list.title")} />
      <Notice kind="error" title={title} />
      <Navigate to={page} replace />
    </>
  );
}
