import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/spotlight/styles.layer.css";
import { CloseButton, MantineThemeProvider } from "@mantine/core";
import { createSpotlight, Spotlight, useSpotlight } from "@mantine/spotlight";
import { type RefObject, useEffect, useId, useLayoutEffect, useState } from "react";
import { useHref, useT } from "~/i18n/hooks";
import { SearchIcon } from "~/ui/icons";
import { useRootData } from "~/ui/root-data";
import { type NamedView, useCommands } from "./commands";
import keyboard from "./keyboard.module.css";
import classes from "./palette.module.css";
import type { PaletteSeller } from "./recent-sellers";
import { shortcuts } from "./shortcuts";

const [store, spotlight] = createSpotlight();
export const openPalette = spotlight.open;

export type PaletteProps = {
  /** Contains the text that was typed while the palette was loading. */
  typeAheadField: RefObject<HTMLInputElement>;
  onClose: () => void;
};

export default function Palette({ typeAheadField, onClose }: PaletteProps) {
  const t = useT();
  const [query, setQuery] = useState("");
  const { sellers, failure } = useSuggestedSellers(query);
  const { opened } = useSpotlight(store);
  const groups = useCommands(query, sellers, useSavedViews(opened));
  const [selectedId, setSelectedId] = useState<string>();
  const listId = useId();
  const optionId = (id: string) => `${listId}-${encodeURIComponent(id)}`;
  const name = t("common:commands");
  // ActionsList accepts these props of its scroll area, but its type lacks them.
  const viewport = { viewportProps: { id: listId, tabIndex: -1, role: "listbox", "aria-label": name } };

  const commandIds = groups.flatMap(({ commands }) => commands.map(({ id }) => id)).join(" ");
  // Only an attribute marks Spotlight's selected option, so it is read after each render.
  useEffect(() => setSelectedId(readSelectedId()));

  return (
    <MantineThemeProvider theme={themeWithDialogName(name)}>
      <Spotlight.Root
        store={store}
        query={query}
        onQueryChange={setQuery}
        // `useShortcuts` opens the palette, because people can switch shortcuts off.
        shortcut={null}
        // Scroll lock adds a style element, which the Content-Security-Policy forbids.
        lockScroll={false}
        yOffset="var(--palette-top)"
        xOffset="var(--panel-page-side)"
        overlayProps={{ backgroundOpacity: 0.4 }}
        // A palette that fades out would still receive the keys that reopen it.
        transitionProps={{ exitDuration: 0 }}
        // Mantine returns the focus after 10 ms, and loses it if the palette reopens within them.
        returnFocus={false}
        onSpotlightClose={onClose}
        classNames={classes}
      >
        <Spotlight.Search
          leftSection={<SearchIcon />}
          // The magnifier's left edge is in line with the commands'.
          leftSectionWidth="3.5rem"
          rightSection={
            <CloseButton
              className={classes.close}
              aria-label={t("keyboard:palette.close")}
              // Not in the tab order: keys stay in the field, and Escape closes.
              tabIndex={-1}
              onClick={spotlight.close}
            />
          }
          rightSectionPointerEvents="all"
          placeholder={t("keyboard:palette.placeholder")}
          aria-label={t("keyboard:palette.placeholder")}
          autoCorrect="off"
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={selectedId}
          onKeyUp={() => setSelectedId(readSelectedId())}
          onFocus={() => {
            const { value = "" } = typeAheadField.current ?? {};
            if (value) setQuery(value);
          }}
        />
        <p role="status" className={classes.failed}>
          {failure && t(failure === "refused" ? "keyboard:palette.refused" : "sellers:list.searchFailed")}
        </p>
        <Spotlight.ActionsList {...viewport}>
          {groups.map(({ title, commands }) => (
            <Spotlight.ActionsGroup key={commands[0]?.id} label={title} role="group" aria-label={title}>
              {commands.map(({ id, label, description, shortcut, run }) => (
                <Spotlight.Action
                  key={id}
                  // Sets the id by a ref, because Spotlight.Action takes no id.
                  ref={(element) => element?.setAttribute("id", optionId(id))}
                  role="option"
                  aria-selected={optionId(id) === selectedId}
                  label={label}
                  description={description}
                  rightSection={shortcut && <Key shortcut={shortcut} />}
                  onClick={run}
                />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
        <FirstSelected commandIds={commandIds} />
        {groups.length === 0 && <Spotlight.Empty>{t("keyboard:palette.nothing")}</Spotlight.Empty>}
      </Spotlight.Root>
    </MantineThemeProvider>
  );
}

/** Hidden from screen readers, because the key isn't part of the command's name. */
function Key({ shortcut }: { shortcut: string }) {
  const { preferences } = useRootData();
  const keys = shortcuts.find(({ name }) => name === shortcut)?.keys;
  return (
    preferences.shortcuts && (
      <span className={classes.key} aria-hidden="true">
        <kbd className={keyboard.key}>{keys?.toUpperCase()}</kbd>
      </span>
    )
  );
}

/** Selects the first command again after suggestions have arrived: Enter runs the best match. */
function FirstSelected({ commandIds }: { commandIds: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other commands are offered
  useLayoutEffect(selectFirst, [commandIds]);
  return null;
}

/** Selects the first row as Spotlight does after typing; Spotlight exports no function for this. */
function selectFirst(): void {
  document.querySelector("[data-action][data-selected]")?.removeAttribute("data-selected");
  document.querySelector("[data-action]")?.setAttribute("data-selected", "true");
  store.updateState((state) => ({ ...state, selected: 0 }));
}

function readSelectedId(): string | undefined {
  return document.querySelector("[data-action][data-selected]")?.id;
}

/** Names the dialog by the theme, because Spotlight passes no label to its dialog. */
function themeWithDialogName(label: string) {
  return { components: { ModalContent: { defaultProps: { "aria-label": label } } } };
}

/** `refused`: the backend doesn't allow this person to search. */
type Suggestions = { sellers: PaletteSeller[]; failure?: "refused" | "failed" };
const noSuggestions: Suggestions = { sellers: [] };

function useSuggestedSellers(query: string): Suggestions {
  const href = useHref();
  const [suggestions, setSuggestions] = useState(noSuggestions);
  const q = query.trim();
  useEffect(() => {
    if (q.length < 2) return setSuggestions(noSuggestions);
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetchJson(`${href("/sellers/suggest")}?${new URLSearchParams({ q })}`, leaving.signal);
        if (response.ok) setSuggestions({ sellers: await response.json() });
        else setSuggestions({ sellers: [], failure: response.status === 403 ? "refused" : "failed" });
      } catch {
        if (!leaving.signal.aborted) setSuggestions({ sellers: [], failure: "failed" });
      }
    }, 200);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [q, href]);
  return suggestions;
}

function useSavedViews(isOpen: boolean): NamedView[] {
  const href = useHref();
  const [views, setViews] = useState<NamedView[]>([]);
  useEffect(() => {
    if (!isOpen) return;
    const leaving = new AbortController();
    fetchJson(href("/sellers/views"), leaving.signal)
      .then(async (response) => setViews(response.ok ? await response.json() : []))
      .catch(() => {});
    return () => leaving.abort();
  }, [isOpen, href]);
  return views;
}

const fetchJson = (url: string, signal: AbortSignal) =>
  fetch(url, { signal, redirect: "manual", headers: { Accept: "application/json" } });
