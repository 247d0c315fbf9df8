import { useDebouncedCallback } from "@mantine/hooks";
import { Form, useLocation, useNavigate, useNavigationType } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { historyColumns } from "~/domain/preferences";
import { OWN_DAYS, parseSellerQuery, type SellerQuery } from "~/domain/query";
import { useHref } from "~/i18n/hooks";
import { type TypedState, useTypedForm } from "~/ui/typed-form";
import { type ListState, SEARCH_FORM, useListHref } from "./list-href";
import { type MenuFilter, menuContent } from "./list-menu";
import { filterText } from "./selection";
import classes from "./toolbar.module.css";

export const loadFilters = () => import("./filter-fields");
export const FilterFields = await menuContent(loadFilters);

/** Typing and choosing pause this long, in ms, before the list follows. */
const PAUSE_MS = 300;

type FilterFormProps = ListState & {
  /** The filter at whose chip the form is; absent for the search form. */
  chip?: MenuFilter;
  /**
   * @param key for fields that a reset doesn't reach: it changes when a link or Back shows another
   * list than the fields do
   */
  children: (key: string) => ReactNode;
};

/** A plain GET form makes the URL the whole state; with scripts its fields apply at once. */
export function FilterForm({ chip, children, ...state }: FilterFormProps) {
  const id = chip ? `${chip}-form` : SEARCH_FORM;
  const href = useHref();
  const isTyped = useIsTyped(id);
  const filter = filterText(state.query);
  const form = useFormReset(filter, isTyped);
  const [fieldsKey, setFieldsKey] = useState(filter);
  if (!isTyped && fieldsKey !== filter) setFieldsKey(filter);
  const { withChange, withFilter } = useListHref(state);
  const searchSoon = useSearchWhileTyping(withFilter, isTyped);
  // Fields may be filled before the scripts come, which then miss the events.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React takes over the page
  useEffect(() => {
    if (form.current && withFilter(queryOf(form.current)) !== withChange({})) searchSoon(form.current);
  }, []);
  const searchOnInput = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const { name, value } = target as HTMLInputElement;
    // Without a value the chip would disappear with its field, so wait for a value or Enter.
    if (chip && !value) searchSoon.cancel();
    // Days of one's own are applied by the button, once they are typed.
    else if (value !== OWN_DAYS && !/From$|To$/.test(name)) searchSoon(currentTarget);
  };
  const navigate = useNavigate();
  /** Navigates to the list's URL: the browser's own would have a parameter for each empty field. */
  const submitByUrl = (event: FormEvent<HTMLFormElement>) => {
    searchSoon.cancel();
    const query = queryOf(event.currentTarget);
    const typed = new FormData(event.currentTarget);
    // The server says what is wrong with days that are no range.
    if (historyColumns.some((column) => typed.get(column) === OWN_DAYS && !query[column])) return;
    event.preventDefault();
    navigate(withFilter(query), { replace: isTyped });
    if (chip && !query[chip]) focusSearch();
  };
  return (
    <Form
      ref={form}
      id={id}
      action={href("/sellers")}
      // After Back, browsers would restore what was last in the fields, not what the URL says.
      autoComplete="off"
      className={chip ? undefined : classes.search}
      replace={isTyped}
      onInput={searchOnInput}
      onSubmit={submitByUrl}
    >
      {children(fieldsKey)}
    </Form>
  );
}

function queryOf(form: HTMLFormElement): SellerQuery {
  return parseSellerQuery(new URLSearchParams([...new FormData(form)] as [string, string][]));
}

/** Whether the list follows typing in this form, and not Enter, a link or Back. */
function useIsTyped(form: string): boolean {
  const typedForm = useTypedForm();
  const isBack = useNavigationType() === "POP";
  return !isBack && typedForm === form;
}

/** Searches whenever typing pauses. All these searches make one entry in the browser's history. */
function useSearchWhileTyping(withFilter: (filter: SellerQuery) => string, isTyped: boolean) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const searchSoon = useDebouncedCallback((form: HTMLFormElement) => {
    const state: TypedState = { typed: form.id };
    navigate(withFilter(queryOf(form)), { replace: isTyped, preventScrollReset: true, state });
  }, PAUSE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link or Back cancels the search
  useEffect(() => (isTyped ? undefined : searchSoon.cancel()), [key]);
  return searchSoon;
}

/** Resets the fields when the URL has another filter, but never while a person types in them. */
function useFormReset(filter: string, isTyped: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const previous = useRef(filter);
  useEffect(() => {
    if (previous.current === filter) return;
    previous.current = filter;
    if (!isTyped) form.current?.reset();
  }, [filter, isTyped]);
  return form;
}

/** For a link or button that disappears with the filter that it removes. */
export function focusSearch(): void {
  document.getElementById("q")?.focus({ preventScroll: true });
}
