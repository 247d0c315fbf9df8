import { useLocation } from "@remix-run/react";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { type ButtonLook, buttonClass } from "~/ui/button";
import { ChevronIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import classes from "./details-menu.module.css";

type DetailsMenuProps = {
  summary: ReactNode;
  look?: ButtonLook;
  /** One element, which the menu drops down. */
  children: ReactNode;
  className?: string;
  /** Whether the page comes with it open, because something in it wants an answer. */
  open?: boolean;
  /** Whether it takes the place of a button that was just pressed. */
  isPressed?: boolean;
};

/**
 * A menu by `<details>`. With scripts it also closes on Escape (the focus returns to its button),
 * when a click or the focus goes elsewhere, and after a navigation, unless that follows typing.
 */
export function DetailsMenu({
  summary,
  look,
  children,
  className = "",
  open = false,
  isPressed = false,
}: DetailsMenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { key, state } = useLocation();
  const followsTyping = (state as { typed?: string } | null)?.typed !== undefined;

  const previous = useRef({ key, open });

  useEffect(() => {
    if (!isPressed || !details.current) return;
    details.current.open = true;
    details.current.querySelector("summary")?.focus();
  }, [isPressed]);

  useEffect(() => {
    const last = previous.current;
    // Hydration is no navigation, so a menu that was opened before it stays open.
    if (last.key === key && last.open === open) return;
    previous.current = { key, open };
    const menu = details.current;
    if (!menu || followsTyping) return;
    // The focused element of a closed menu is hidden or gone, so the focus would be lost.
    const isFocusLost = document.activeElement === document.body || menu.contains(document.activeElement);
    if (!open && (menu.open || last.open) && isFocusLost) menu.querySelector("summary")?.focus();
    menu.open = open;
  }, [key, open, followsTyping]);

  useEffect(() => {
    const menu = details.current;
    if (!menu) return;
    const closeOutside = ({ target }: Event) => {
      if (menu.open && target instanceof Node && !menu.contains(target)) menu.open = false;
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, []);

  return (
    <details ref={details} className={`${classes.menu} ${className}`} open={open}>
      <summary className={buttonClass(look)}>
        {summary}
        <ChevronIcon size={16} />
      </summary>
      {children}
    </details>
  );
}

export function MenuList(props: ComponentProps<"ul">) {
  return <ul {...props} className={`${classes.list} ${theme.items}`} />;
}
