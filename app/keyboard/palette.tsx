import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/spotlight/styles.layer.css";
import { MantineThemeProvider } from "@mantine/core";
import { createSpotlight, Spotlight, useSpotlight } from "@mantine/spotlight";
import { useEffect, useId, useRef, useState } from "react";
import { useT } from "~/i18n/use-t";
import { SearchIcon } from "~/ui/icons";
import { useCommands } from "./commands";
import { useFoundSellers } from "./found-sellers";
import { Keys } from "./keys";
import classes from "./palette.module.css";
import { useSavedViews } from "./use-saved-views";

const [store, spotlight] = createSpotlight();

export type PaletteProps = {
  /** Opens it each time it grows. */
  asked: number;
  /** What was typed since, and wasn't for the page. */
  takeKeys: () => string;
};

/** The command palette: every screen, everything that one can do, and sellers as their names are typed. */
export default function Palette({ asked, takeKeys }: PaletteProps) {
  const t = useT();
  const [query, setQuery] = useState("");
  const found = useFoundSellers(query);
  const { opened } = useSpotlight(store);
  const groups = useCommands(query, found.sellers, useSavedViews(opened));
  const [chosen, setChosen] = useState<string>();
  const list = useId();
  const optionId = (id: string) => `${list}-${encodeURIComponent(id)}`;
  const name = t("keyboard:palette.label");
  // The list's own type leaves out what it hands on to its scroll area.
  const viewport = { viewportProps: { id: list, tabIndex: -1, role: "listbox", "aria-label": name } };
  const failed = found.failed && t(`keyboard:palette.${found.failed}`);

  /** What had the focus before it was opened. */
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (asked === 0) return;
    before.current = document.activeElement;
    spotlight.open();
  }, [asked]);

  const offered = groups.flatMap(({ actions }) => actions.map(({ id }) => id)).join(" ");
  // Sellers come later than what was typed, and Enter is for the best match.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is offered for what was typed
  useEffect(() => {
    if (!opened || !query.trim()) return;
    const frame = requestAnimationFrame(() => {
      selectFirst();
      setChosen(chosenId());
    });
    return () => cancelAnimationFrame(frame);
  }, [offered, opened]);
  useEffect(() => setChosen(chosenId()));

  return (
    <MantineThemeProvider theme={named(name)}>
      <Spotlight.Root
        store={store}
        query={query}
        onQueryChange={setQuery}
        // Our own keys open it, so that they can be switched off.
        shortcut={null}
        // Locking the page's scroll puts a style element into the page, which the security policy forbids.
        lockScroll={false}
        scrollable
        maxHeight="min(40rem, 80dvh)"
        yOffset="min(5rem, 10dvh)"
        overlayProps={{ backgroundOpacity: 0.4 }}
        // One on its way out would take the keys that ask for it anew.
        transitionProps={{ exitDuration: 0 }}
        // Mantine does so 10 ms later. When it is asked for anew by then, nobody would know any more where the focus was.
        onSpotlightClose={() => before.current instanceof HTMLElement && before.current.focus({ preventScroll: true })}
        classNames={classes}
        // Within the header, so that it is in a landmark like everything else.
        withinPortal={false}
      >
        <Spotlight.Search
          leftSection={<SearchIcon />}
          placeholder={t("keyboard:palette.placeholder")}
          aria-label={t("keyboard:palette.placeholder")}
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={list}
          aria-activedescendant={chosen}
          onKeyUp={() => setChosen(chosenId())}
          onFocus={() => {
            const typed = takeKeys();
            if (typed) setQuery((before) => before + typed);
          }}
        />
        <p role="status" className={classes.failed}>
          {failed}
        </p>
        <Spotlight.ActionsList {...viewport}>
          {groups.map(({ group, actions }) => (
            <Spotlight.ActionsGroup key={group} label={group} role="group" aria-label={group}>
              {actions.map(({ id, label, description, keys, run }) => (
                <Spotlight.Action
                  key={id}
                  // It takes no id for its element.
                  ref={(element) => element?.setAttribute("id", optionId(id))}
                  role="option"
                  aria-selected={optionId(id) === chosen}
                  label={label}
                  description={description}
                  rightSection={keys && <Keys keys={keys} />}
                  onClick={run}
                />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
        {groups.length === 0 && <Spotlight.Empty>{t("keyboard:palette.nothing")}</Spotlight.Empty>}
      </Spotlight.Root>
    </MantineThemeProvider>
  );
}

/** As Spotlight does itself when something is typed; it exports no action for it. */
function selectFirst(): void {
  document.querySelector("[data-action][data-selected]")?.removeAttribute("data-selected");
  document.querySelector("[data-action]")?.setAttribute("data-selected", "true");
  store.updateState((state) => ({ ...state, selected: 0 }));
}

/** Spotlight marks the chosen option for the eye alone, and tells nobody. */
function chosenId(): string | undefined {
  return document.querySelector("[data-action][data-selected]")?.id;
}

/** Spotlight passes no name on to its dialog. */
function named(label: string) {
  return { components: { ModalContent: { defaultProps: { "aria-label": label } } } };
}
