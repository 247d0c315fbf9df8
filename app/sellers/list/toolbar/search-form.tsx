import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { Form, useLocation, useNavigate, useNavigationType } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { MAX_MPK, MAX_SEARCH, parseSellerQuery, printSellerQuery, type SellerQuery } from "~/domain/query";
import { useHref, useT } from "~/i18n/hooks";
import { DetailsMenu } from "~/layouts/shell/details-menu";
import { type TypedState, useTypedForm } from "~/layouts/shell/use-after-navigation";
import { Button } from "~/ui";
import badge from "~/ui/badge.module.css";
import { HiddenFields } from "~/ui/form/post-form";
import { SearchIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import { type ListState, SEARCH_FORM, useListHref } from "../list-href";
import { filterText } from "../selection/selection";
import classes from "./toolbar.module.css";

/** Typing and choosing pause this long, in ms, before the list follows. */
const PAUSE_MS = 300;

/** A plain GET form, so that the URL is the whole state; with scripts fields apply at once. */
export function SearchForm(state: ListState) {
  const t = useT();
  const { q, mpk = "", names, status, size, selection } = state.query;
  // Defaults aren't printed: text and order have fields of their own (`SortSelect`).
  const fieldless = { q: "", sort: "displayName", page: 1, status, size, selection } as const;
  const fieldlessParams = printSellerQuery(fieldless, { size: state.defaultPageSize });
  const filterCount = [mpk, names].filter(Boolean).length;
  return (
    <search className={classes.search}>
      <Form {...useSearchForm(state)} className={classes.search}>
        <TextInput
          className={classes.text}
          id="q"
          name="q"
          type="search"
          aria-label={t("sellers:list.searchLabel")}
          leftSection={<SearchIcon />}
          defaultValue={q}
          maxLength={MAX_SEARCH}
          autoComplete="off"
          autoCorrect="off"
          placeholder={t("sellers:list.searchHint")}
        />
        <HiddenFields params={fieldlessParams} />
        <Button type="submit">{t("common:search")}</Button>
        <DetailsMenu
          className={classes.menu}
          summary={
            <>
              {t("sellers:filters.title")}
              {filterCount > 0 && (
                <span
                  className={badge.badge}
                  data-color="green"
                  style={{ paddingInline: "0.375rem", marginLeft: "0.375rem" }}
                >
                  <span className={theme.spoken}>{t("sellers:filters.count")} </span>
                  {filterCount}
                </span>
              )}
            </>
          }
        >
          <div className={`${classes.panel} ${classes.filters}`}>
            <TextInput
              name="mpk"
              label={t("sellers:filters.mpk")}
              defaultValue={mpk}
              maxLength={MAX_MPK}
              autoComplete="off"
              autoCorrect="off"
            />
            <label className={theme.tickLine}>
              <input type="checkbox" name="names" value="none" defaultChecked={names === "none"} />
              {t("sellers:filters.names")}
            </label>
            <Button type="submit" className={classes.apply}>
              {t("sellers:look.apply")}
            </Button>
          </div>
        </DetailsMenu>
      </Form>
    </search>
  );
}

function useSearchForm(state: ListState) {
  const href = useHref();
  const navigate = useNavigate();
  const followsTyping = useFollowsTyping();
  const ref = useFormReset(filterText(state.query), followsTyping);
  const { withChange, withFilter } = useListHref(state);
  const searchSoon = useSearchWhileTyping(withFilter, followsTyping);
  // Scripts that come after the fields were filled have missed the input events.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React takes over the page
  useEffect(() => {
    if (ref.current && withFilter(queryOf(ref.current)) !== withChange({})) searchSoon(ref.current);
  }, []);
  return {
    ref,
    id: SEARCH_FORM,
    action: href("/sellers"),
    // After Back, browsers would restore what was last in the fields, not what the URL says.
    autoComplete: "off",
    replace: followsTyping,
    onInput: ({ currentTarget }: FormEvent<HTMLFormElement>) => searchSoon(currentTarget),
    /** Replaces the form's own submission, whose URL has a parameter for each empty field. */
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      searchSoon.cancel();
      navigate(withFilter(queryOf(event.currentTarget)), { replace: followsTyping });
    },
  };
}

function queryOf(form: HTMLFormElement): SellerQuery {
  return parseSellerQuery(new URLSearchParams([...new FormData(form)] as [string, string][]));
}

/** Whether typing in this form led to the shown list, and not Enter, a link or Back. */
function useFollowsTyping(): boolean {
  const typedForm = useTypedForm();
  const isBack = useNavigationType() === "POP";
  return !isBack && typedForm === SEARCH_FORM;
}

/** Searches whenever typing pauses. All these searches make one entry in the browser's history. */
function useSearchWhileTyping(withFilter: (filter: SellerQuery) => string, followsTyping: boolean) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const searchSoon = useDebouncedCallback((form: HTMLFormElement) => {
    const state: TypedState = { typed: form.id };
    navigate(withFilter(queryOf(form)), { replace: followsTyping, preventScrollReset: true, state });
  }, PAUSE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link or Back cancels the search
  useEffect(() => (followsTyping ? undefined : searchSoon.cancel()), [key]);
  return searchSoon;
}

/** Resets the fields when the URL has another filter, but never while a person types in them. */
function useFormReset(filter: string, followsTyping: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const previous = useRef(filter);
  useEffect(() => {
    if (previous.current === filter) return;
    previous.current = filter;
    if (!followsTyping) form.current?.reset();
  }, [filter, followsTyping]);
  return form;
}

/** Keeps the focus on the page when a link or button disappears with the filter that it removes. */
export function focusSearch(): void {
  document.getElementById("q")?.focus({ preventScroll: true });
}
