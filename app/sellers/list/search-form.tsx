import { TextInput } from "@mantine/core";
import { Form, useLocation, useNavigate, useNavigationType } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { historyColumns } from "~/domain/preferences";
import { OWN_DAYS, parseSellerQuery, printSellerFilter, printSellerQuery, type SellerQuery } from "~/domain/query";
import { useHref } from "~/i18n/use-locale";
import { Button } from "~/ui";
import badge from "~/ui/badge.module.css";
import { SearchIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import type { WrongDays } from "./ignored-parameters.server";
import { type ListState, SEARCH_FORM, useListHref } from "./list-href";
import { ListMenu, menuContent } from "./list-menu";
import classes from "./toolbar.module.css";

const loadFilters = () => import("./filter-fields");
const FilterFields = await menuContent(loadFilters);

/** Typing and choosing pause this long, in ms, before the list follows. */
const PAUSE_MS = 300;

/** The state of a history entry whose search is being typed. */
const TYPED = { typed: true };

type SearchFormProps = ListState & { wrongDays: WrongDays; isMenuOpen: boolean };

/** A plain GET form makes the URL the whole state. */
export function SearchForm({ query, defaultPageSize, wrongDays, isMenuOpen }: SearchFormProps) {
  const { t } = useTranslation(["sellers", "common"]);
  const href = useHref();
  const { q, mpk, names, same, added, changed, disabledSince, ...rest } = query;
  const unset = { q: "", sort: "displayName" } as const;
  const filter = printSellerFilter({ ...unset, mpk, names, same, added, changed, disabledSince });
  const others = printSellerQuery({ ...rest, ...unset, page: 1 }, { size: defaultPageSize });
  const isTyped = useIsTyped();
  const search = [q, query.status, filter].join("\n");
  const form = useFormReset(search, isTyped);
  // Fields hold what the person chose until a link or Back shows another list.
  const [shownSearch, setShownSearch] = useState(search);
  if (!isTyped && shownSearch !== search) setShownSearch(search);
  const { withChange, withFilter } = useListHref({ query, defaultPageSize });
  const { searchSoon, cancel } = useSearchWhileTyping(withFilter, isTyped);
  // Fields may be filled before the scripts come, and then no event of theirs reaches them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React takes over the page
  useEffect(() => {
    if (form.current && withFilter(queryOf(form.current)) !== withChange({})) searchSoon(form.current);
  }, []);
  const follow = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const { name, value } = target as HTMLInputElement;
    // Days of one's own are applied by the button, once they are typed.
    if (value !== OWN_DAYS && !/From$|To$/.test(name)) searchSoon(currentTarget);
  };
  const navigate = useNavigate();
  const submitShort = (event: FormEvent<HTMLFormElement>) => {
    cancel();
    const asked = queryOf(event.currentTarget);
    const typed = new FormData(event.currentTarget);
    // The server says what is wrong with days that are no range.
    if (historyColumns.some((column) => typed.get(column) === OWN_DAYS && !asked[column])) return;
    event.preventDefault();
    navigate(withFilter(asked), { replace: isTyped });
  };
  const filters = [...filter].length;
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
        onInput={follow}
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
          maxLength={200}
          autoComplete="off"
          placeholder={t("list.searchHint")}
        />
        <HiddenFields params={others} />
        <Button type="submit">{t("common:search")}</Button>
        <ListMenu
          name="filters"
          isOpen={isMenuOpen}
          load={loadFilters}
          closed={<HiddenFields params={filter} />}
          summary={
            <>
              {t("filters.title")}
              {filters > 0 && (
                <span
                  className={badge.badge}
                  data-color="green"
                  style={{ paddingInline: "0.375rem", marginLeft: "0.375rem" }}
                >
                  <span className={theme.spoken}>{t("filters.count")} </span>
                  {filters}
                </span>
              )}
            </>
          }
        >
          <FilterFields key={shownSearch} filter={query} wrongDays={wrongDays} />
        </ListMenu>
      </Form>
    </search>
  );
}

function HiddenFields({ params }: { params: URLSearchParams }) {
  return [...params].map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

/** The list that the form's fields are about. */
function queryOf(form: HTMLFormElement): SellerQuery {
  return parseSellerQuery(new URLSearchParams([...new FormData(form)] as [string, string][]));
}

/** Whether the search is being typed, rather than one of Enter, a link or Back. */
function useIsTyped(): boolean {
  const { state } = useLocation();
  const isBack = useNavigationType() === "POP";
  return !isBack && (state as Partial<typeof TYPED> | null)?.typed === true;
}

/** A search has one entry in the browser's history, however many pauses the typing takes. */
function useSearchWhileTyping(withFilter: (filter: SellerQuery) => string, isTyped: boolean) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const { key } = useLocation();
  const latest = useRef({ isTyped, withFilter });
  latest.current = { isTyped, withFilter };
  const cancel = useCallback(() => clearTimeout(timer.current), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link or Back calls it off
  useEffect(() => (isTyped ? undefined : cancel()), [key]);
  useEffect(() => cancel, [cancel]);
  const searchSoon = (form: HTMLFormElement) => {
    cancel();
    timer.current = setTimeout(() => {
      const to = latest.current.withFilter(queryOf(form));
      navigate(to, { replace: latest.current.isTyped, preventScrollReset: true, state: TYPED });
    }, PAUSE_MS);
  };
  return { searchSoon, cancel };
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
