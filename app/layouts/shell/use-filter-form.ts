import { useDebouncedCallback } from "@mantine/hooks";
import { useLocation, useNavigate, useNavigationType } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { type TypedState, useTypedForm } from "./use-after-navigation";

/** Typing and choosing pause this long, in ms, before the page follows. */
const PAUSE_MS = 300;

type FilterFormOptions = {
  id: string;
  /** The page's filter as text. If a link or Back changes the filter, `showFilter` is called. */
  filter: string;
  /** The page's address as `hrefOf` writes it. */
  currentHref: string;
  /** @returns undefined while the fields hold half a value, such as „05.01.” */
  hrefOf: (form: HTMLFormElement) => string | undefined;
  /** Sets the fields to the page's filter. */
  showFilter: (form: HTMLFormElement) => void;
};

/** Props for a GET form whose fields apply at once, and whether typing led to the shown page. */
export function useFilterForm({ id, filter, currentHref, hrefOf, showFilter }: FilterFormOptions) {
  const navigate = useNavigate();
  const followsTyping = useFollowsTyping(id);
  const ref = useShownFilter({ filter, showFilter, followsTyping });
  const applySoon = useApplyWhileTyping(hrefOf, followsTyping);
  // Scripts that come after the fields were filled have missed the input events.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React takes over the page
  useEffect(() => {
    if (ref.current && hrefOf(ref.current) !== currentHref) applySoon(ref.current);
  }, []);
  const formProps = {
    ref,
    id,
    // After Back, browsers would restore what was last in the fields, not what the URL says.
    autoComplete: "off",
    replace: followsTyping,
    onInput: ({ currentTarget }: FormEvent<HTMLFormElement>) => applySoon(currentTarget),
    /** Replaces the form's own submission, whose URL has a parameter for each empty field. */
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      const href = hrefOf(event.currentTarget);
      // The server says what is wrong with half a value.
      if (href === undefined) return;
      event.preventDefault();
      applySoon.cancel();
      navigate(href, { replace: followsTyping });
    },
  };
  return { formProps, followsTyping };
}

/** Whether typing in this form led to the shown page, and not Enter, a link or Back. */
function useFollowsTyping(id: string): boolean {
  const typedForm = useTypedForm();
  const isBack = useNavigationType() === "POP";
  return !isBack && typedForm === id;
}

/** Navigates whenever typing pauses. All these pages make one entry in the browser's history. */
function useApplyWhileTyping(hrefOf: FilterFormOptions["hrefOf"], followsTyping: boolean) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const applySoon = useDebouncedCallback((form: HTMLFormElement) => {
    const href = hrefOf(form);
    const state: TypedState = { typed: form.id };
    if (href !== undefined) navigate(href, { replace: followsTyping, preventScrollReset: true, state });
  }, PAUSE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link or Back cancels the navigation
  useEffect(() => (followsTyping ? undefined : applySoon.cancel()), [key]);
  return applySoon;
}

type ShownFilterOptions = Pick<FilterFormOptions, "filter" | "showFilter"> & { followsTyping: boolean };

/** Sets the fields when the URL has another filter, but never while a person types in them. */
function useShownFilter({ filter, showFilter, followsTyping }: ShownFilterOptions) {
  const form = useRef<HTMLFormElement>(null);
  const previous = useRef(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another filter changes the fields
  useEffect(() => {
    if (previous.current === filter) return;
    previous.current = filter;
    if (!followsTyping && form.current) showFilter(form.current);
  }, [filter, followsTyping]);
  return form;
}
