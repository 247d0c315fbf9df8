import { useWindowEvent } from "@mantine/hooks";
import { useLocation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { type ButtonLook, buttonClass } from "~/ui/button";
import { ChevronIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import classes from "./details-menu.module.css";
import { useTypedFormId } from "./use-after-navigation";

type DetailsMenuProps = {
  summary: ReactNode;
  /** The name of a „⋯” menu, which has no chevron. */
  label?: string;
  look?: ButtonLook;
  children: ReactNode;
  className?: string;
  /** Open on arrival, because the server has refused a form in the menu. */
  isOpen?: boolean;
};

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

function useResetAfterNavigation(details: RefObject<HTMLDetailsElement>, isOpen: boolean): void {
  const { key } = useLocation();
  const followsTyping = useTypedFormId() !== undefined;
  const previous = useRef({ key, isOpen });
  useEffect(() => {
    const last = previous.current;
    // Changes nothing on mount, because a person may have opened the menu before hydration.
    if (last.key === key && last.isOpen === isOpen) return;
    previous.current = { key, isOpen };
    const menu = details.current;
    // A search that applies while the person types doesn't close the menu.
    if (!menu || followsTyping) return;
    // `last.isOpen`: if the prop has become false, React has already closed the menu.
    const wasOpen = menu.open || last.isOpen;
    const losesFocus = document.activeElement === document.body || menu.contains(document.activeElement);
    if (wasOpen && !isOpen && losesFocus) menu.querySelector("summary")?.focus();
    menu.open = isOpen;
  }, [details, key, isOpen, followsTyping]);
}

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
