import { useWindowEvent } from "@mantine/hooks";
import { useLocation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { type ButtonLook, buttonClass } from "~/ui/button";
import { ChevronIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import classes from "./details-menu.module.css";
import { useTypedForm } from "./use-after-navigation";

type DetailsMenuProps = {
  summary: ReactNode;
  /** The name of a menu whose summary is „⋯”, which then has no chevron. */
  label?: string;
  look?: ButtonLook;
  children: ReactNode;
  className?: string;
  /** Open when the page loads, because a form in the menu was refused and has to be corrected. */
  isOpen?: boolean;
  /** The menu has just replaced the button that loads it, so it opens and takes the focus. */
  isPressed?: boolean;
};

/**
 * A menu made of `<details>`. Scripts also close it on Escape (its button gets the focus), when a
 * click or the focus goes elsewhere, and after a navigation, but not while a search is typed.
 */
export function DetailsMenu({ summary, label, look, children, className = "", isOpen = false }: DetailsMenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useResetAfterNavigation(details, isOpen);

  const closeOutside = ({ target }: Event) => {
    const menu = details.current;
    if (menu?.open && target instanceof Node && !menu.contains(target)) menu.open = false;
  };
  useWindowEvent("pointerdown", closeOutside);
  useWindowEvent("focusin", closeOutside);
  useWindowEvent("keydown", (event) => {
    const menu = details.current;
    if (event.key !== "Escape" || event.defaultPrevented || !menu?.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });

  return (
    <details ref={details} className={`${classes.menu} ${className}`} open={isOpen}>
      <summary className={buttonClass(look)} aria-label={label}>
        {summary}
        {!label && <ChevronIcon size={16} />}
      </summary>
      {children}
    </details>
  );
}

/** After a navigation opens the menu if its form was refused (`isOpen`), or else closes it. */
function useResetAfterNavigation(details: RefObject<HTMLDetailsElement>, isOpen: boolean): void {
  const { key } = useLocation();
  const followsTyping = useTypedForm() !== undefined;
  const previous = useRef({ key, isOpen });
  useEffect(() => {
    const last = previous.current;
    // Hydration is no navigation, so a menu that was opened before it stays open.
    if (last.key === key && last.isOpen === isOpen) return;
    previous.current = { key, isOpen };
    const menu = details.current;
    if (!menu || followsTyping) return;
    // React has closed the menu by now if `isOpen` has changed.
    const wasOpen = menu.open || last.isOpen;
    // The focused element of a closed menu is hidden or gone, so the focus would be lost.
    const losesFocus = document.activeElement === document.body || menu.contains(document.activeElement);
    if (wasOpen && !isOpen && losesFocus) menu.querySelector("summary")?.focus();
    menu.open = isOpen;
  }, [details, key, isOpen, followsTyping]);
}

/** A menu's links and buttons, each of which closes the menu. */
export function MenuList({ children }: { children: ReactNode }) {
  const closeMenu = ({ target, currentTarget }: MouseEvent) => {
    if (!(target as Element).closest("a, button")) return;
    const menu = currentTarget.closest("details");
    menu?.querySelector("summary")?.focus();
    menu?.removeAttribute("open");
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link or a button is a click, too
    <ul className={`${classes.list} ${theme.items}`} onClick={closeMenu}>
      {children}
    </ul>
  );
}
