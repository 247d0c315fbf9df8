import { Card } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useHref } from "~/i18n/use-locale";
import { LinkButton } from "~/ui";
import { EmptyState } from "~/ui/empty-state";
import { focusSearch } from "./search-form";

/** There are sellers, but none like this; said differently from a list that has none at all. */
export function NothingFound() {
  const { t } = useTranslation("sellers");
  const href = useHref();
  return (
    <Card>
      <EmptyState
        kind="nothing-found"
        title={t("list.nothingMatches")}
        actions={
          <LinkButton to={href("/sellers")} onClick={focusSearch}>
            {t("list.clear")}
          </LinkButton>
        }
      >
        {t("list.nothingMatchesHint")}
      </EmptyState>
    </Card>
  );
}
