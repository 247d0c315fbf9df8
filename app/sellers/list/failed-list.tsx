import { Navigate, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { LinkButton, Notice, PageHeader } from "~/ui";
import { focusSearch } from "./filter-form";
import type { FailedList } from "./list-content.server";

/** The key makes a screen reader announce each failure. */
export function FailedListNotice({ title, text }: FailedList["failure"]) {
  const { t } = useTranslation("common");
  const { key, pathname, search, state } = useLocation();
  return (
    <Notice key={key} kind="error" role="alert" title={title} my="sm">
      <p>{text}</p>
      {/* `state`: whether the search is being typed. The button goes, so the focus moves on. */}
      <LinkButton
        isSmall
        style={{ marginTop: "0.5rem" }}
        to={pathname + search}
        state={state}
        preventScrollReset
        onClick={focusSearch}
      >
        {t("tryAgain")}
      </LinkButton>
    </Notice>
  );
}

/** Leads to the error page when there is no previous list, as after a link from another page. */
export function FailedListPage({ title, page }: FailedList["failure"]) {
  const { t } = useTranslation("sellers");
  return (
    <>
      <PageHeader title={t("list.title")} />
      <Notice kind="error" title={title} />
      <Navigate to={page} replace />
    </>
  );
}
