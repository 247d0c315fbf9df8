import { Paper, TextInput } from "@mantine/core";
import { type ComponentType, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { SearchIcon } from "~/ui/icons";
import { showToast } from "~/ui/toast";
import type { PaletteListProps } from "./palette-list";

/** A dialog whose field has the keys at once; the list below it is loaded with its first use. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const [query, setQuery] = useState("");
  /** The id of an option's element. */
  const [selected, setSelected] = useState<string>();
  const [List, setList] = useState<ComponentType<PaletteListProps>>();
  const close = () => dialog.current?.close();

  useEffect(() => {
    dialog.current?.showModal();
    const words = loadNamespaces("keyboard", "history", "import", "sellers");
    Promise.all([import("./palette-list"), words]).then(
      ([list]) => setList(() => list.default),
      () => {
        dialog.current?.close();
        showToast({ kind: "error", text: t("commandsFailed") });
      },
    );
  }, [t]);

  const onClosed = () => {
    // Chromium returns the focus to a field without its caret, so that nothing could be typed.
    const focused = document.activeElement as HTMLElement | null;
    focused?.blur();
    focused?.focus({ preventScroll: true });
    onClose();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const options = [...(dialog.current?.querySelectorAll<HTMLElement>("[role=option]") ?? [])];
    const at = options.findIndex(({ id }) => id === selected);
    if (event.key === "ArrowDown") setSelected(options[(at + 1) % options.length]?.id);
    else if (event.key === "ArrowUp") setSelected(options.at(Math.max(at, 0) - 1)?.id);
    else if (event.key === "Enter") options[at]?.click();
    // The keys of the list are heard in the field alone.
    else if (event.key !== "Tab") return;
    event.preventDefault();
  };

  return (
    <Paper
      component="dialog"
      ref={dialog}
      display="flex"
      w="min(37.5rem, calc(100vw - 2rem))"
      mah="min(40rem, 80dvh)"
      mt="min(5rem, 10dvh)"
      p={0}
      c="var(--mantine-color-text)"
      style={{ flexDirection: "column" }}
      radius="lg"
      shadow="lg"
      withBorder
      aria-label={t("commands")}
      onClose={onClosed}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <TextInput
        p="sm"
        leftSection={<SearchIcon />}
        placeholder={t("commandsField")}
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-label={t("commandsField")}
        aria-expanded={List !== undefined}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={selected}
      />
      {List && <List id={listId} query={query} selected={selected} onSelect={setSelected} onRun={close} />}
    </Paper>
  );
}
