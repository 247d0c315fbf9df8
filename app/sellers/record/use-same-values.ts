import { useDebouncedCallback } from "@mantine/hooks";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type Seller, uniqueFields } from "~/domain/seller";
import { useHref } from "~/i18n/hooks";
import { useSentForm } from "~/ui/form/post-form";
import type { SameValues } from "./same-values.server";

const PAUSE_MS = 300;

/**
 * Asks the server, a moment after typing, who has the same value already; never while the form is
 * being sent, because the seller that is being added would be found.
 * @param hasTypedValues whether the form comes with values that weren't looked up
 * @returns who has the same values, and the fields' input handler
 */
export function useSameValues(form: RefObject<HTMLFormElement>, saved: Seller | undefined, hasTypedValues: boolean) {
  const href = useHref();
  const [sameValues, setSameValues] = useState<SameValues>({});
  const isSending = useSentForm() !== undefined;
  const lookup = useRef<AbortController>();
  const lookUp = useDebouncedCallback(async () => {
    if (!form.current || isSending) return;
    const typed = new FormData(form.current);
    const query = new URLSearchParams(saved && { except: saved.id });
    const changed = uniqueFields.filter((field) => String(typed.get(field)).trim() !== (saved?.[field] ?? ""));
    if (changed.length === 0) return;
    for (const field of changed) query.set(field, String(typed.get(field)).trim());
    lookup.current = new AbortController();
    const { signal } = lookup.current;
    const answer = fetch(`${href("/sellers/same")}?${query}`, { signal, redirect: "manual" });
    const found: SameValues = await answer.then((response) => (response.ok ? response.json() : {})).catch(() => ({}));
    if (!signal.aborted) setSameValues(found);
  }, PAUSE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form that came back is looked up once
  useEffect(() => {
    if (isSending) return;
    if (hasTypedValues) lookUp();
    return () => lookup.current?.abort();
  }, [isSending]);
  const onInput = ({ target }: FormEvent) => {
    const field = uniqueFields.find((unique) => unique === (target as HTMLInputElement).name);
    if (!field) return;
    lookup.current?.abort();
    setSameValues(({ [field]: _outdated, ...others }) => others);
    lookUp();
  };
  return { sameValues, onInput };
}
