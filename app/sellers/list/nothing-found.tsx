import { Card } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useHref } from "~/i18n/use-locale";
import { LinkButton } from "~/ui";
import { EmptyState } from "~/ui/empty-state";
import { focusSearch } from "./search-form";

type NothingFoundProps = {
  /** Whether a text was looked for, rather than filters chosen alone. */
  searched: boolean;
};

/** There are sellers, but none like this; said differently from a list that has none at all. */
export function NothingFound({ searched }: NothingFoundProps) {
  const { t } = useTranslation("sellers");
  const href = useHref();
  return (
    <Card>
      <EmptyState
        kind="nothing-found"
        title={t(searched ? "list.nothingMatches" : "list.nobodyFiltered")}
        actions={
          <LinkButton to={href("/sellers")} onClick={focusSearch}>
            {t(searched ? "list.clear" : "filters.clear")}
          </LinkButton>
        }
      >
        {t(searched ? "list.nothingMatchesHint" : "list.nobodyFilteredHint")}
      </EmptyState>
    </Card>
  );
}
