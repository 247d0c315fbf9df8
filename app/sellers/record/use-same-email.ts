import { useDebouncedCallback } from "@mantine/hooks";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Seller } from "~/domain/seller";
import { useHref } from "~/i18n/hooks";
import { useSentForm } from "~/ui/form/post-form";
import type { NamedSeller } from "./same-email.server";

const PAUSE_MS = 300;

/**
 * Asks the server, a moment after typing, who has the same e-mail address; never while the form is
 * being sent, because the seller that is being added would be found.
 * @param hasTypedValues whether the form comes with values that weren't looked up
 * @returns who has the same address, and the fields' input handler
 */
export function useSameEmail(form: RefObject<HTMLFormElement>, saved: Seller | undefined, hasTypedValues: boolean) {
  const href = useHref();
  const [sameEmailSeller, setSameEmailSeller] = useState<NamedSeller>();
  const isSending = useSentForm() !== undefined;
  const lookup = useRef<AbortController>();
  const lookUp = useDebouncedCallback(async () => {
    if (!form.current || isSending) return;
    const email = String(new FormData(form.current).get("email")).trim();
    if (email === (saved?.email ?? "")) return;
    const query = new URLSearchParams({ email, ...(saved && { except: saved.id }) });
    lookup.current = new AbortController();
    const { signal } = lookup.current;
    const answer = fetch(`${href("/sellers/same")}?${query}`, { signal, redirect: "manual" });
    const found: { email?: NamedSeller } = await answer
      .then((response) => (response.ok ? response.json() : {}))
      .catch(() => ({}));
    if (!signal.aborted) setSameEmailSeller(found.email);
  }, PAUSE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form that came back is looked up once
  useEffect(() => {
    if (isSending) return;
    if (hasTypedValues) lookUp();
    return () => lookup.current?.abort();
  }, [isSending]);
  const onInput = ({ target }: FormEvent) => {
    if ((target as HTMLInputElement).name !== "email") return;
    lookup.current?.abort();
    setSameEmailSeller(undefined);
    lookUp();
  };
  return { sameEmailSeller, onInput };
}
