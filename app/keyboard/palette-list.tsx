import { Text, UnstyledButton } from "@mantine/core";
import { useEffect, useLayoutEffect } from "react";
import { useT } from "~/i18n/use-t";
import { useCommands } from "./commands";
import { Keys } from "./keys";
import { useSavedViews, useSuggestedSellers } from "./palette-data";
import classes from "./palette-list.module.css";

export type PaletteListProps = {
  id: string;
  query: string;
  /** The id of the selected option's element. */
  selected: string | undefined;
  onSelect: (option: string | undefined) => void;
  /** Called before a command runs. */
  onRun: () => void;
};

/** What the palette finds: screens, actions, saved views, and sellers as their names are typed. */
export default function PaletteList({ id: list, query, selected, onSelect, onRun }: PaletteListProps) {
  const t = useT();
  const { items: sellers, failed } = useSuggestedSellers(query);
  const groups = useCommands(query, sellers, useSavedViews());
  const optionId = (id: string) => `${list}-${encodeURIComponent(id)}`;
  const ids = groups.flatMap(({ commands }) => commands.map(({ id }) => optionId(id)));
  // Suggestions arrive after the typing, and Enter must run the best match once it is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other commands are offered
  useLayoutEffect(() => onSelect(query.trim() ? ids[0] : undefined), [ids.join(" ")]);
  useEffect(() => {
    if (selected) document.getElementById(selected)?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  return (
    <>
      <Text role="status" px="md">
        {failed && t(`keyboard:palette.${failed}`)}
      </Text>
      <div id={list} role="listbox" tabIndex={-1} aria-label={t("common:commands")} className={classes.list}>
        {groups.map(({ title, commands }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
          <div key={title} role="group" aria-label={title}>
            <Text aria-hidden c="dimmed" fz="0.8125rem" px="sm" py="0.25rem">
              {title}
            </Text>
            {commands.map(({ id, label, description, keys, run }) => (
              <UnstyledButton
                key={id}
                id={optionId(id)}
                role="option"
                tabIndex={-1}
                aria-selected={optionId(id) === selected}
                className={classes.option}
                onClick={() => {
                  onRun();
                  run();
                }}
              >
                <span className={classes.words}>
                  <bdi>{label}</bdi>
                  {description && <bdi className={classes.description}>{description}</bdi>}
                </span>
                {keys && <Keys keys={keys} />}
              </UnstyledButton>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
