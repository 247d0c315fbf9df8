import { useDebouncedCallback } from "@mantine/hooks";
import { useLocation, useNavigate, useNavigationType } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { type TypedState, useTypedFormId } from "./use-after-navigation";

/** The page is loaded this long after the last input. */
const PAUSE_MS = 300;

type FilterFormOptions = {
  id: string;
  /** The page's filter as text. If a link or Back changes it, `showFilter` is called. */
  filter: string;
  currentHref: string;
  /** @returns undefined while a field has half a value, such as „05.01.” */
  hrefOf: (form: HTMLFormElement) => string | undefined;
  showFilter: (form: HTMLFormElement) => void;
};

/** For a GET form whose fields apply while the person types. */
export function useFilterForm({ id, filter, currentHref, hrefOf, showFilter }: FilterFormOptions) {
  const navigate = useNavigate();
  const followsTyping = useFollowsTyping(id);
  const ref = useShownFilter({ filter, showFilter, followsTyping });
  const applySoon = useApplyWhileTyping(hrefOf, followsTyping);
  // The person may have filled the fields before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React takes over the page
  useEffect(() => {
    if (ref.current && hrefOf(ref.current) !== currentHref) applySoon(ref.current);
  }, []);
  const formProps = {
    ref,
    id,
    // After Back, browsers would restore the last typed text instead of the URL's filter.
    autoComplete: "off",
    replace: followsTyping,
    onInput: ({ currentTarget }: FormEvent<HTMLFormElement>) => applySoon(currentTarget),
    /** Navigates to `hrefOf(form)`: otherwise each empty field would add a parameter to the URL. */
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      const href = hrefOf(event.currentTarget);
      // The form is sent as it is, and the server explains what is wrong with „05.01.”.
      if (href === undefined) return;
      event.preventDefault();
      applySoon.cancel();
      navigate(href, { replace: followsTyping });
    },
  };
  return { formProps, followsTyping };
}

/** False if Enter, a link or Back led to the page. */
function useFollowsTyping(id: string): boolean {
  const typedFormId = useTypedFormId();
  const isBack = useNavigationType() === "POP";
  return !isBack && typedFormId === id;
}

/** All pages to which the typing leads share one entry in the browser's history. */
function useApplyWhileTyping(hrefOf: FilterFormOptions["hrefOf"], followsTyping: boolean) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const applySoon = useDebouncedCallback((form: HTMLFormElement) => {
    const href = hrefOf(form);
    const state: TypedState = { typedFormId: form.id };
    if (href !== undefined) navigate(href, { replace: followsTyping, preventScrollReset: true, state });
  }, PAUSE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link or Back cancels the navigation
  useEffect(() => (followsTyping ? undefined : applySoon.cancel()), [key]);
  return applySoon;
}

type ShownFilterOptions = Pick<FilterFormOptions, "filter" | "showFilter"> & { followsTyping: boolean };

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
