import { Card } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useHref } from "~/i18n/use-locale";
import { LinkButton } from "~/ui";
import { EmptyState } from "~/ui/empty-state";
import { focusSearch } from "./search-form";

/** Stands for the table when the filter matches nobody. */
export function NothingMatches({ hasText }: { hasText: boolean }) {
  const { t } = useTranslation("sellers");
  const href = useHref();
  return (
    <Card>
      <EmptyState
        kind="nothing-found"
        title={t(hasText ? "list.nothingMatches" : "list.nobodyFiltered")}
        actions={
          <LinkButton to={href("/sellers")} onClick={focusSearch}>
            {t("filters.clear")}
          </LinkButton>
        }
      >
        {t(hasText ? "list.nothingMatchesHint" : "list.nobodyFilteredHint")}
      </EmptyState>
    </Card>
  );
}
