import { Card } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useHref } from "~/i18n/use-locale";
import { LinkButton } from "~/ui";
import classes from "./list.module.css";

/** There are sellers, but none like this; said differently from a list that has none at all. */
export function NothingFound() {
  const { t } = useTranslation("sellers");
  const href = useHref();
  return (
    <Card className={classes.nothing}>
      <h2>{t("list.nothingMatches")}</h2>
      <p>{t("list.nothingMatchesHint")}</p>
      <LinkButton to={href("/sellers")}>{t("list.clear")}</LinkButton>
    </Card>
  );
}
