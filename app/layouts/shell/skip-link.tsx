import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { focusTarget } from "~/ui/focus-target";
import classes from "./skip-link.module.css";

/** The first thing that Tab reaches: over the header, to the page itself. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <Button component="a" href="#content" variant="filled" className={classes.skip} onClick={focusTarget}>
      {t("skipToContent")}
    </Button>
  );
}
