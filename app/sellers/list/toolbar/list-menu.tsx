import { type ComponentType, lazy, type MouseEvent, type ReactNode, Suspense, useState } from "react";
import { useT } from "~/i18n/hooks";
import { DetailsMenu } from "~/layouts/shell/details-menu";
import { Button } from "~/ui";
import { ChevronIcon } from "~/ui/icons";
import { showToast } from "~/ui/toast";
import { SEARCH_FORM } from "../list-href";
import classes from "./toolbar.module.css";

const listMenus = ["views", "look"] as const;
export type ListMenuName = (typeof listMenus)[number];

/** The menu that the list's URL opens with the page; undefined if the URL names no menu. */
export function menuOf(params: URLSearchParams): ListMenuName | undefined {
  return listMenus.find((name) => name === params.get("menu"));
}

type ListMenuProps = {
  name: ListMenuName;
  summary: ReactNode;
  isOpen: boolean;
  load: () => Promise<unknown>;
  /** These carry the content's values in the search form until the content is loaded. */
  hiddenFields?: ReactNode;
  children: ReactNode;
};

/** Whether the server's HTML has an open menu; evaluated as the page's scripts start. */
const cameWithOpenMenu = import.meta.env.SSR || document.querySelector("main details[open]") !== null;

/**
 * A menu's content, loaded with its first opening. If the page came with an open menu, the content
 * loads before hydration, because `lazy` would show the fallback for a moment.
 */
export async function menuContent<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return cameWithOpenMenu ? (await load()).default : lazy(load);
}

/**
 * A menu of the list, whose content is loaded with the first opening. Without scripts the button
 * submits the search, and the response has the menu open.
 */
export function ListMenu({ name, summary, isOpen, load, hiddenFields, children }: ListMenuProps) {
  /** What opened the menu first. Only a click moves the focus into it. */
  const [openedBy, setOpenedBy] = useState<"page" | "click" | undefined>(isOpen ? "page" : undefined);
  // A later navigation may open the menu, too.
  if (isOpen && !openedBy) setOpenedBy("page");
  if (openedBy) {
    return (
      <DetailsMenu className={classes.menu} summary={summary} isOpen={isOpen} isPressed={openedBy === "click"}>
        <Suspense fallback={hiddenFields}>{children}</Suspense>
      </DetailsMenu>
    );
  }
  // The click repeats a failed preload.
  const preload = () => void load().catch(() => {});
  return (
    <>
      <Button
        type="submit"
        form={SEARCH_FORM}
        name="menu"
        value={name}
        className={classes.opener}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={(event) => {
          event.preventDefault();
          const { form } = event.currentTarget;
          load().then(
            () => setOpenedBy("click"),
            () => form && submitAsDocument(form, name),
          );
        }}
      >
        {summary}
        <ChevronIcon size={16} />
      </Button>
      {hiddenFields}
    </>
  );
}

/** Opens the menu as without scripts, because a deploy has removed the menu's chunk. */
function submitAsDocument(form: HTMLFormElement, menu: ListMenuName): void {
  const params = new URLSearchParams([...new FormData(form)] as [string, string][]);
  params.set("menu", menu);
  window.location.assign(`${form.action}?${params}`);
}

/** Closes the menu whose link or button was clicked. */
export function closeMenu({ target, currentTarget }: MouseEvent) {
  if (!(target as Element).closest("a, button")) return;
  const menu = currentTarget.closest("details");
  menu?.querySelector("summary")?.focus();
  menu?.removeAttribute("open");
}

/** Says „Za chwilę pobierze się plik CSV (wiersze: 7).”. @param rows undefined if unknown */
export function useFileAnnouncement(rows: number | undefined) {
  const t = useT();
  return (format: string) => {
    const coming = t("sellers:export.coming", { format });
    const text = rows === undefined ? coming : `${coming} (${t("sellers:export.rows", { count: rows })})`;
    showToast({ kind: "info", text: `${text}.` });
  };
}
