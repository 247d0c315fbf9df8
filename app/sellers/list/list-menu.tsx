import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { DetailsMenu } from "~/layouts/shell/details-menu";
import { Button } from "~/ui";
import { ChevronIcon } from "~/ui/icons";
import { type ListMenuName, SEARCH_FORM } from "./list-href";
import classes from "./toolbar.module.css";

type ListMenuProps = {
  name: ListMenuName;
  summary: ReactNode;
  isOpen: boolean;
  /** Loads the chunk of `children`. */
  load: () => Promise<unknown>;
  /** What stands for the content until it is there. */
  closed?: ReactNode;
  children: ReactNode;
};

/** A part that React hydrates late is drawn anew, and gone for a moment, when the page changes. */
const isOnPage = import.meta.env.SSR || document.querySelector("main details[open]") !== null;

/** A menu's content: with the page where the page came with it open, else with its first opening. */
export async function menuContent<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return isOnPage ? (await load()).default : lazy(load);
}

/**
 * A menu of the list, whose content comes with its first opening. Without scripts its button sends
 * the search, and the page comes back with the menu open.
 */
export function ListMenu({ name, summary, isOpen, load, closed, children }: ListMenuProps) {
  const [shown, setShown] = useState<"open" | "pressed" | undefined>(isOpen ? "open" : undefined);
  if (isOpen && !shown) setShown("open");
  if (shown) {
    return (
      <DetailsMenu className={classes.menu} summary={summary} open={isOpen} isPressed={shown === "pressed"}>
        <Suspense fallback={closed}>{children}</Suspense>
      </DetailsMenu>
    );
  }
  // What fails here is asked for again by the click.
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
            () => setShown("pressed"),
            () => form && submitAsDocument(form, name),
          );
        }}
      >
        {summary}
        <ChevronIcon size={16} />
      </Button>
      {closed}
    </>
  );
}

/** When the menu's chunk is gone, the button does what it does without scripts. */
function submitAsDocument(form: HTMLFormElement, menu: ListMenuName): void {
  const params = new URLSearchParams([...new FormData(form)] as [string, string][]);
  params.set("menu", menu);
  window.location.assign(`${form.action}?${params}`);
}
