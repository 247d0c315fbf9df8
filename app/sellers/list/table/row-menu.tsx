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
  /** The look of the row's link, which the button replaces. */
  className: string | undefined;
};

/** A row's menu, which opens by itself, because a click on the row's link mounts it. */
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

/** The e-mail address comes first, because correcting it is daily work (docs/product.md §11). */
const correctedFields = ["email", ...textFields.filter((field) => field !== "email")] as const;

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
  // Mantine returns the focus to the element that had it when the menu opened, and the button
  // replaces the focused link.
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
  /** Lets Tab move the focus on from the menu's button. */
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
      // Otherwise an element that is no item takes the focus, not the first item.
      withInitialFocusPlaceholder={false}
      position="bottom-end"
      shadow="md"
      // Where neither side has room, the menu lies over its button instead of beyond the window.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      portalProps={WITHIN_MAIN}
      classNames={{ item: theme.menuItem }}
      // A tap on the overlay only closes the menu, and opens no seller below the finger. Fading out
      // with the menu, the overlay would take the next click.
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
        {correctedFields.map((field) => (
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
