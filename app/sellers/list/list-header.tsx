import { Link } from "@remix-run/react";
import { useHref, useT } from "~/i18n/hooks";
import { DetailsMenu, MenuList } from "~/layouts/shell/details-menu";
import skipLink from "~/layouts/shell/main-area.module.css";
import { buttonClass, LinkButton, PageHeader } from "~/ui";
import { PlusIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import { TABLE_ID } from "./table/sellers-table";
import classes from "./toolbar/toolbar.module.css";

type ListHeaderProps = { newSellerPath: string; hasTable: boolean };

/** On a phone „Importuj” is in the menu „⋯”, which leaves more room for sellers. */
export function ListHeader({ newSellerPath, hasTable }: ListHeaderProps) {
  const t = useT();
  const href = useHref();
  return (
    <>
      {hasTable && (
        <a href={`#${TABLE_ID}`} className={buttonClass({ variant: "filled" }, skipLink.skip)}>
          {t("sellers:list.skip")}
        </a>
      )}
      <PageHeader title={t("sellers:list.title")}>
        <LinkButton to={href("/sellers/import")} className={classes.import}>
          {t("sellers:list.import")}
        </LinkButton>
        <LinkButton variant="filled" to={newSellerPath}>
          <PlusIcon size={16} />
          <span>
            {t("sellers:list.addVerb")} <span className={theme.spokenOnPhone}>{t("sellers:list.addObject")}</span>
          </span>
        </LinkButton>
        <DetailsMenu className={classes.more} summary="⋯" label={t("sellers:selection.more")}>
          <MenuList>
            <li>
              <Link to={href("/sellers/import")}>{t("sellers:list.import")}</Link>
            </li>
          </MenuList>
        </DetailsMenu>
      </PageHeader>
    </>
  );
}
