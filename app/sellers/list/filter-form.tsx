import { useDebouncedCallback } from "@mantine/hooks";
import { Form, useLocation, useNavigate, useNavigationType } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { historyColumns } from "~/domain/preferences";
import { CUSTOM_DAYS, parseSellerQuery, type SellerQuery } from "~/domain/query";
import { useHref } from "~/i18n/hooks";
import { type TypedState, useTypedForm } from "~/layouts/shell/use-after-navigation";
import { type ListState, SEARCH_FORM, useListHref } from "./list-href";
import { type MenuFilter, menuContent } from "./list-menu";
import { filterText } from "./selection";
import classes from "./toolbar.module.css";

export const loadFilters = () => import("./filter-fields");
export const FilterFields = await menuContent(loadFilters);

/** Typing and choosing pause this long, in ms, before the list follows. */
const PAUSE_MS = 300;

type FilterFormProps = ListState & {
  /** The filter whose chip has this form; absent for the search form. */
  chip?: MenuFilter;
  /** @param key remounts fields that a reset can't change, if a link or Back changes the filter */
  children: (key: string) => ReactNode;
};

/** A plain GET form, so that the URL is the whole state; with scripts fields apply at once. */
export function FilterForm({ chip, children, ...state }: FilterFormProps) {
  const id = chip ? `${chip}-form` : SEARCH_FORM;
  const href = useHref();
  const followsTyping = useFollowsTyping(id);
  const filter = filterText(state.query);
  const form = useFormReset(filter, followsTyping);
  const [fieldsKey, setFieldsKey] = useState(filter);
  if (!followsTyping && fieldsKey !== filter) setFieldsKey(filter);
  const { withChange, withFilter } = useListHref(state);
  const searchSoon = useSearchWhileTyping(withFilter, followsTyping);
  // Scripts that come after the fields were filled have missed the input events.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React takes over the page
  useEffect(() => {
    if (form.current && withFilter(queryOf(form.current)) !== withChange({})) searchSoon(form.current);
  }, []);
  const searchOnInput = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const { name, value } = target as HTMLInputElement;
    // Without a value the chip would disappear with its field, so wait for a value or Enter.
    if (chip && !value) searchSoon.cancel();
    // Days are typed one after the other, so the button applies them.
    else if (value !== CUSTOM_DAYS && !/From$|To$/.test(name)) searchSoon(currentTarget);
  };
  const navigate = useNavigate();
  /** Replaces the form's own submission, whose URL has a parameter for each empty field. */
  const submitByUrl = (event: FormEvent<HTMLFormElement>) => {
    searchSoon.cancel();
    const query = queryOf(event.currentTarget);
    const fields = new FormData(event.currentTarget);
    // Submits unusable days as typed, because the server says what is wrong with them.
    if (historyColumns.some((column) => fields.get(column) === CUSTOM_DAYS && !query[column])) return;
    event.preventDefault();
    navigate(withFilter(query), { replace: followsTyping });
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
      replace={followsTyping}
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

/** Whether typing in this form led to the shown list, and not Enter, a link or Back. */
function useFollowsTyping(form: string): boolean {
  const typedForm = useTypedForm();
  const isBack = useNavigationType() === "POP";
  return !isBack && typedForm === form;
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
