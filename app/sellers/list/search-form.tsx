import { Badge, Button, NativeSelect, TextInput, VisuallyHidden } from "@mantine/core";
import { Form, useLocation, useNavigate, useNavigationType } from "@remix-run/react";
import { type FormEvent, type RefObject, useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { historyColumns } from "~/domain/preferences";
import { OWN_DAYS, parseSellerQuery, printSellerQuery } from "~/domain/query";
import { uniqueFields } from "~/domain/seller-fields";
import { useHref } from "~/i18n/use-locale";
import { DetailsMenu } from "~/layouts/shell/details-menu";
import { SearchIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import type { WrongDays } from "./ignored-parameters.server";
import { type ListState, useListHref } from "./list-href";
import { PeriodFields } from "./period-fields";
import classes from "./toolbar.module.css";

/** The form's id, for controls that stand outside the form. */
export const SEARCH_FORM = "search-form";

/** Typing pauses this long, in ms, before the list follows. */
const PAUSE_MS = 300;

/** The state of a history entry whose search is being typed. */
const TYPED = { typed: true };

/** A plain GET form makes the URL the whole state. */
export function SearchForm({ query, defaultPageSize, wrongDays }: ListState & { wrongDays: WrongDays }) {
  const { t } = useTranslation(["sellers", "common"]);
  const href = useHref();
  const { q, status = "", mpk = "", names = "", same = "", added, changed, disabledSince, ...others } = query;
  const otherParams = printSellerQuery({ ...others, sort: "displayName", q: "", page: 1 }, { size: defaultPageSize });
  const isTyped = useIsTyped();
  const form = useFormReset([q, status, mpk, names, same, added, changed, disabledSince].join("\n"), isTyped);
  const { searchSoon, cancel } = useSearchWhileTyping({ query, defaultPageSize }, isTyped);
  useEarlySearch(form, searchSoon);
  const navigate = useNavigate();
  const submitShort = (event: FormEvent<HTMLFormElement>) => {
    cancel();
    event.preventDefault();
    navigate(href(`/sellers?${shortParams(event.currentTarget)}`), { replace: isTyped });
  };
  const filters = [mpk, names, same, added, changed, disabledSince].filter(Boolean).length;
  return (
    <search className={classes.search}>
      <Form
        ref={form}
        id={SEARCH_FORM}
        action={href("/sellers")}
        // Otherwise browsers put back after Back what was left in the fields, not what the URL
        // says.
        autoComplete="off"
        className={classes.search}
        replace={isTyped}
        onSubmit={submitShort}
      >
        <TextInput
          className={classes.text}
          id="q"
          name="q"
          type="search"
          aria-label={t("list.searchLabel")}
          leftSection={<SearchIcon />}
          defaultValue={q}
          onInput={({ currentTarget }) => searchSoon(currentTarget)}
          maxLength={200}
          autoComplete="off"
          placeholder={t("list.searchHint")}
        />
        {status && <input type="hidden" name="status" value={status} />}
        {[...otherParams].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit">{t("common:search")}</Button>
        <DetailsMenu
          className={classes.menu}
          open={Object.keys(wrongDays).length > 0}
          summary={
            <>
              {t("filters.title")}
              {filters > 0 && (
                <Badge color="green" px="0.375rem" ml="0.375rem">
                  <VisuallyHidden component="span">{t("filters.count")} </VisuallyHidden>
                  {filters}
                </Badge>
              )}
            </>
          }
        >
          <div className={`${classes.panel} ${classes.filters}`}>
            <TextInput name="mpk" label={t("filters.mpk")} defaultValue={mpk} maxLength={64} autoComplete="off" />
            <label className={theme.tickLine}>
              <input type="checkbox" name="names" value="none" defaultChecked={names === "none"} />
              {t("filters.names")}
            </label>
            <NativeSelect
              key={same}
              name="same"
              label={t("filters.same.label")}
              defaultValue={same}
              data={[
                { value: "", label: t("views.all") },
                ...uniqueFields.map((field) => ({ value: field, label: t(`filters.same.${field}`) })),
              ]}
            />
            <PeriodFields filter={query} wrongDays={wrongDays} />
            <Button type="submit">{t("filters.apply")}</Button>
          </div>
        </DetailsMenu>
      </Form>
    </search>
  );
}

/** Drops empty fields, and joins days of one's own into one value; wrong days stay. */
function shortParams(form: HTMLFormElement): URLSearchParams {
  const filled = [...new FormData(form)].flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  const params = new URLSearchParams(filled);
  const query = parseSellerQuery(params);
  for (const column of historyColumns) {
    const period = query[column];
    if (params.get(column) === OWN_DAYS && !period) continue;
    if (period) params.set(column, period);
    params.delete(`${column}From`);
    params.delete(`${column}To`);
  }
  return params;
}

/** Whether the search is being typed, rather than one of Enter, a link or Back. */
function useIsTyped(): boolean {
  const { state } = useLocation();
  const isBack = useNavigationType() === "POP";
  return !isBack && (state as Partial<typeof TYPED> | null)?.typed === true;
}

/** A search has one entry in the browser's history, however many pauses the typing takes. */
function useSearchWhileTyping(state: ListState, isTyped: boolean) {
  const { withChange } = useListHref(state);
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const { key } = useLocation();
  const latest = useRef({ isTyped, withChange });
  latest.current = { isTyped, withChange };
  const cancel = useCallback(() => clearTimeout(timer.current), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link or Back calls it off
  useEffect(() => (isTyped ? undefined : cancel()), [key]);
  useEffect(() => cancel, [cancel]);
  const searchSoon = (input: HTMLInputElement) => {
    cancel();
    timer.current = setTimeout(() => {
      const to = latest.current.withChange({ q: input.value.trim() });
      navigate(to, { replace: latest.current.isTyped, preventScrollReset: true, state: TYPED });
    }, PAUSE_MS);
  };
  return { searchSoon, cancel };
}

/** Text may be typed before the scripts come, and then no event of it reaches them. */
function useEarlySearch(form: RefObject<HTMLFormElement>, searchSoon: (input: HTMLInputElement) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React takes over the page
  useEffect(() => {
    const input = form.current?.querySelector<HTMLInputElement>("#q");
    if (input && input.value.trim() !== input.defaultValue) searchSoon(input);
  }, []);
}

/** After a search while typing the field may hold more by now, and stays. */
function useFormReset(search: string, isTyped: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const previous = useRef(search);
  useEffect(() => {
    if (previous.current === search) return;
    previous.current = search;
    if (!isTyped) form.current?.reset();
  }, [search, isTyped]);
  return form;
}

/** A link that disappears with what it clears moves the focus to the search. */
export function focusSearch(): void {
  document.getElementById("q")?.focus({ preventScroll: true });
}
