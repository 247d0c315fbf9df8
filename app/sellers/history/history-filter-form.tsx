import { NativeSelect, TextInput } from "@mantine/core";
import { Form, useLocation } from "@remix-run/react";
import { withParams } from "~/domain/paths";
import { useT } from "~/i18n/hooks";
import { useFilterForm } from "~/layouts/shell/use-filter-form";
import { Button, buttonClass } from "~/ui";
import { Badge } from "~/ui/badge";
import { ChevronIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import { fieldLabel } from "./change-parts";
import { DayRangeFields, parseDay, shownDay } from "./day-range";
import classes from "./history-list.module.css";
import type { HistoryPageContent } from "./history-page.server";
import { countFilters, kinds, MAX_TEXT, periods } from "./history-query";

type HistoryFilterFormProps = {
  content: HistoryPageContent;
  withSeller: boolean;
  list?: string | null;
};

export function HistoryFilterForm({ content, withSeller, list }: HistoryFilterFormProps) {
  const t = useT();
  const { pathname } = useLocation();
  const { range, filter, people, hasWrongDays } = content;
  const count = countFilters(content);
  const { formProps, followsTyping } = useHistoryFilterForm(content, list);
  return (
    <details open={hasWrongDays || followsTyping} data-screen-only>
      <summary className={buttonClass()}>
        {t("sellers:filters.title")}
        {count > 0 && (
          <Badge color="green">
            <span className={theme.spoken}>{t("sellers:filters.count")} </span>
            {count}
          </Badge>
        )}
        <ChevronIcon size={16} />
      </summary>
      {/* Without `action` Remix sets the decoded path: another page for an id with `%2F`. */}
      <Form {...formProps} action={pathname} className={classes.form}>
        {list && <input type="hidden" name="list" value={list} />}
        <Choice
          name="period"
          anyLabel={t("history:anyPeriod")}
          selected={range.period}
          options={[...periods, "days" as const].map((value) => ({ value, label: t(`history:periods.${value}`) }))}
        />
        <DayRangeFields from={range.from} to={range.to} errors={range.errors} className={classes.days} />
        <TextInput
          id="person"
          name="person"
          label={t("history:person")}
          defaultValue={filter.person}
          placeholder={t("history:personHint")}
          list="people"
          maxLength={MAX_TEXT}
          autoCorrect="off"
        />
        <datalist id="people">
          {people.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Choice
          name="kind"
          anyLabel={t("common:all")}
          selected={filter.kind}
          options={kinds.map((kind) => ({
            value: kind,
            label: t(kind === "undo" ? "history:isUndo" : `history:action.${kind}`),
          }))}
        />
        <Choice
          name="field"
          anyLabel={t("common:all")}
          selected={filter.field}
          options={content.fields.map((value) => ({ value, label: fieldLabel(t, value) }))}
        />
        {withSeller && (
          <TextInput
            id="seller"
            name="seller"
            label={t("common:seller")}
            defaultValue={filter.seller}
            placeholder={t("history:sellerHint")}
            maxLength={MAX_TEXT}
            autoCorrect="off"
          />
        )}
        <Button type="submit" className={classes.button} data-scriptless-only>
          {t("history:show")}
        </Button>
      </Form>
    </details>
  );
}

function useHistoryFilterForm({ range, filter }: HistoryPageContent, list?: string | null) {
  const { pathname } = useLocation();
  /** The fields' values that this page's address stands for. */
  const current = { period: range.period, from: shownDay(range.from), to: shownDay(range.to), ...filter };
  const names = Object.keys(current) as (keyof typeof current)[];
  // An address has either a period („Ostatnie 7 dni”) or days, which imply `period=days`.
  const hrefOf = (fields: typeof current) => {
    const omitted = fields.period === "days" ? { period: "" } : { from: "", to: "" };
    return withParams(pathname, { list, ...fields, ...omitted });
  };
  return useFilterForm({
    id: "history-filter",
    filter: JSON.stringify(current),
    currentHref: hrefOf(current),
    hrefOf: (form) => {
      const data = new FormData(form);
      const fields = Object.fromEntries(
        names.map((name) => [name, `${data.get(name) ?? ""}`.trim()]),
      ) as typeof current;
      const isIncomplete = (day: string) => day !== "" && parseDay(day) === null;
      const isTypingDay = fields.period === "days" && [fields.from, fields.to].some(isIncomplete);
      return isTypingDay ? undefined : hrefOf(fields);
    },
    showFilter: (form) => {
      for (const name of names) {
        const field = form.elements.namedItem(name);
        if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = current[name];
      }
    },
  });
}

type ChoiceProps = {
  name: "period" | "kind" | "field";
  /** Label of the empty choice. */
  anyLabel: string;
  selected: string;
  options: { value: string; label: string }[];
};

function Choice({ name, anyLabel, selected, options }: ChoiceProps) {
  const t = useT();
  const data = [{ value: "", label: anyLabel }, ...options];
  return <NativeSelect id={name} name={name} label={t(`history:${name}`)} defaultValue={selected} data={data} />;
}
