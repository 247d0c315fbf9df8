import { Group, NativeSelect, TextInput } from "@mantine/core";
import { Form, useLocation } from "@remix-run/react";
import { withParams } from "~/domain/paths";
import { useT } from "~/i18n/hooks";
import { Button, buttonClass, LinkButton } from "~/ui";
import { ChevronIcon } from "~/ui/icons";
import { fieldLabel } from "./change-parts";
import { DayRangeFields } from "./day-range";
import classes from "./history-list.module.css";
import type { HistoryPageContent } from "./history-page.server";
import { filterParams, isHistoryFiltered, kinds, MAX_TEXT } from "./history-query";

type HistoryFilterFormProps = {
  content: HistoryPageContent;
  withSeller: boolean;
  /** Parameters of the sellers list that the person came from. */
  list?: string | null;
};

/** Two fields fit a phone side by side. */
const FIELD = { flex: "1 1 9.5rem", maw: "14rem", autoCorrect: "off" };

export function HistoryFilterForm({ content, withSeller, list }: HistoryFilterFormProps) {
  const t = useT();
  const { pathname } = useLocation();
  const { range, filter, people } = content;
  const isFiltered = isHistoryFiltered(content);
  return (
    <details className={classes.filters} open={isFiltered} data-screen-only>
      <summary className={buttonClass()}>
        {t("sellers:filters.title")}
        <ChevronIcon size={16} />
      </summary>
      {/* Without an action Remix would write the decoded path (`PostForm`). */}
      <Group renderRoot={(props) => <Form action={pathname} autoComplete="off" {...props} />} align="flex-end" gap="sm">
        {list && <input type="hidden" name="list" value={list} />}
        <DayRangeFields {...range} />
        {/* A field reads `defaultValue` once, so another page's filter needs a new key. */}
        <TextInput
          key={`person ${filter.person}`}
          {...FIELD}
          id="person"
          name="person"
          label={t("history:person")}
          defaultValue={filter.person}
          list="people"
          maxLength={MAX_TEXT}
        />
        <datalist id="people">
          {people.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Choice
          key={`kind ${filter.kind}`}
          name="kind"
          chosen={filter.kind}
          options={kinds.map((kind) => ({
            value: kind,
            label: t(kind === "undo" ? "history:isUndo" : `history:action.${kind}`),
          }))}
        />
        <Choice
          key={`field ${filter.field}`}
          name="field"
          chosen={filter.field}
          options={content.fields.map((value) => ({ value, label: fieldLabel(t, value) }))}
        />
        {withSeller && (
          <TextInput
            key={`seller ${filter.seller}`}
            {...FIELD}
            id="seller"
            name="seller"
            label={t("common:seller")}
            defaultValue={filter.seller}
            maxLength={MAX_TEXT}
          />
        )}
        <Group gap="xs">
          <Button type="submit">{t("history:show")}</Button>
          {isFiltered && (
            <LinkButton to={withParams(pathname, { list })} variant="subtle">
              {t("sellers:filters.clear")}
            </LinkButton>
          )}
          {!range.errors.from && !range.errors.to && (
            <LinkButton
              to={withParams(`${pathname}/export.csv`, filterParams(content))}
              variant="default"
              reloadDocument
            >
              {t("sellers:export.csv")}
            </LinkButton>
          )}
        </Group>
      </Group>
    </details>
  );
}

type ChoiceProps = { name: "kind" | "field"; chosen: string; options: { value: string; label: string }[] };

function Choice({ name, chosen, options }: ChoiceProps) {
  const t = useT();
  const data = [{ value: "", label: t("common:all") }, ...options];
  return (
    <NativeSelect {...FIELD} id={name} name={name} label={t(`history:${name}`)} defaultValue={chosen} data={data} />
  );
}
