import { Group } from "@mantine/core";
import { Navigate, useLocation } from "@remix-run/react";
import { useHref, useT } from "~/i18n/hooks";
import { LinkButton, Notice, PageHeader } from "~/ui";
import type { FailedList } from "./list-content.server";
import { focusSearch } from "./toolbar/search-form";

/** A new location has a new key, which makes a screen reader announce each failure. */
export function FailedListNotice({ title, text }: FailedList["failure"]) {
  const t = useT();
  const href = useHref();
  const { key, pathname, search, state } = useLocation();
  return (
    <Notice key={key} kind="error" role="alert" title={title} my="sm">
      <p>{text}</p>
      {/* `state` says whether a search is typed. The button disappears and would lose focus. */}
      <Group gap="xs" mt="xs">
        <LinkButton isSmall to={pathname + search} state={state} preventScrollReset onClick={focusSearch}>
          {t("common:tryAgain")}
        </LinkButton>
        <LinkButton isSmall to={href("/")} variant="subtle">
          {t("errors:actions.home")}
        </LinkButton>
      </Group>
    </Notice>
  );
}

/** Shown until the error page has loaded, because the screen has no list to keep. */
export function FailedListPage({ title, errorPath }: FailedList["failure"]) {
  const t = useT();
  return (
    <>
      <PageHeader title={t("sellers:list.title")} />
      <Notice kind="error" title={title} />
      <Navigate to={errorPath} replace />
    </>
  );
}
