import { type Correction, CorrectionPopover, WITHIN_MAIN } from "./correction-popover";
import "@mantine/core/styles/Menu.layer.css";
import { Menu } from "@mantine/core";
import { Link } from "@remix-run/react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { historyPath, sellerPath, similarSellerPath, statusPath, withFrom } from "~/domain/paths";
import { type Seller, type TextField, textFields } from "~/domain/seller";
import { useHref, useT } from "~/i18n/hooks";
import { copyText } from "~/ui/copy/copy-button";
import theme from "~/ui/theme/components.module.css";

export type RowMenuProps = {
  seller: Seller;
  from: string;
  formKey: string;
  className: string | undefined;
};

/** Opens on mount, because a click on the row's „⋯” mounts it. */
export default function RowMenu({ seller, from, formKey, className }: RowMenuProps) {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const [correction, setCorrection] = useState<Correction>();
  const name = seller.displayName || t("sellers:detail.unnamed");
  const closeCorrection = () => {
    setCorrection(undefined);
    button.current?.focus();
  };
  return (
    <CorrectionPopover {...{ correction, name, formKey }} onClose={closeCorrection}>
      <span>
        <ActionsMenu
          button={button}
          label={`${t("sellers:rowMenu.title")}: ${name}`}
          className={className}
          seller={seller}
          from={from}
          isCorrecting={correction !== undefined}
          onCorrect={(field) => setCorrection({ field, seller })}
        />
      </span>
    </CorrectionPopover>
  );
}

/** First the e-mail address, which people correct daily (docs/product.md §11). */
const correctableFields = ["email", ...textFields.filter((field) => field !== "email")] as const;

type ActionsMenuProps = Pick<RowMenuProps, "seller" | "from" | "className"> & {
  button: RefObject<HTMLButtonElement>;
  label: string;
  isCorrecting: boolean;
  onCorrect: (field: TextField) => void;
};

function ActionsMenu({ button, label, className, seller, from, isCorrecting, onCorrect }: ActionsMenuProps) {
  const t = useT();
  const href = useHref();
  const [isOpen, setIsOpen] = useState(false);
  // The button gets the focus first, because Mantine returns the focus there on closing.
  useEffect(() => {
    button.current?.focus();
    setIsOpen(true);
  }, [button]);
  const { id, email, accountEnabled } = seller;
  const linkItem = (path: string, text: string) => (
    <Menu.Item component={Link} to={href(path)}>
      {text}
    </Menu.Item>
  );
  /** Closes the menu. Tab then continues from the menu's button. */
  const closeOnTab = ({ key }: KeyboardEvent) => {
    if (key !== "Tab") return;
    button.current?.focus();
    setIsOpen(false);
  };
  return (
    <Menu
      opened={isOpen}
      onChange={setIsOpen}
      returnFocus={!isCorrecting}
      // Focuses the first item instead of a placeholder.
      withInitialFocusPlaceholder={false}
      position="bottom-end"
      shadow="md"
      // Without room above and below, the menu covers its button instead of leaving the window.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      portalProps={WITHIN_MAIN}
      classNames={{ item: theme.menuItem }}
      // With the overlay a tap beside the menu opens no seller. A fading overlay takes no clicks.
      withOverlay={isOpen}
      overlayProps={{ fixed: true, backgroundOpacity: 0, onClick: () => setIsOpen(false) }}
      clickOutsideEvents={["keydown"]}
    >
      <Menu.Target>
        <button ref={button} type="button" className={className} aria-label={label}>
          ⋯
        </button>
      </Menu.Target>
      <Menu.Dropdown onKeyDown={closeOnTab}>
        {linkItem(withFrom(sellerPath(id, "edit"), from), t("sellers:detail.edit"))}
        {linkItem(
          withFrom(statusPath(id, accountEnabled ? "inactive" : "active"), from),
          t(accountEnabled ? "sellers:detail.disable" : "sellers:detail.enable"),
        )}
        <Menu.Divider />
        {correctableFields.map((field) => (
          <Menu.Item key={field} onClick={() => onCorrect(field)}>
            {t(`sellers:rowMenu.correct.${field}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {linkItem(historyPath(id, from), t("sellers:rowMenu.history"))}
        {linkItem(similarSellerPath(id, from), t("sellers:detail.addSimilar"))}
        {email && <Menu.Item onClick={() => copyText(t, email, email)}>{t("sellers:rowMenu.copyEmail")}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
