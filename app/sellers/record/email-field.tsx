import { useDebouncedCallback } from "@mantine/hooks";
import { type RefObject, useEffect, useRef, useState } from "react";
import { sellerPath } from "~/domain/paths";
import type { Seller } from "~/domain/seller";
import { useHref, useT } from "~/i18n/hooks";
import { useSentForm } from "~/ui/form/post-form";
import { WarningIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import type { NamedSeller } from "./same-email.server";
import { SellerField, type SellerFieldProps } from "./seller-field";
import classes from "./seller-form.module.css";

const PAUSE_MS = 300;

type EmailFieldProps = SellerFieldProps & {
  form: RefObject<HTMLFormElement>;
  /** The edited record, whose own address causes no warning. */
  saved?: Seller;
  /** The form already has a typed address, for example from a draft, which is looked up at once. */
  hasTypedValues: boolean;
};

/**
 * The lookup's result is state of this field, not of the form: after a `setState` with an unchanged
 * value React may render a form without its fields. conform notes at each render of a form which
 * values the fields read, so after such a render conform would no longer update the fields.
 */
export function EmailField({ form, saved, hasTypedValues, ...field }: EmailFieldProps) {
  const { sameEmailSeller, onInput } = useSameEmail(form, saved, hasTypedValues);
  return (
    <SellerField {...field} onInput={onInput}>
      <div role="status" className={classes.same}>
        {sameEmailSeller && <SameEmailWarning {...sameEmailSeller} />}
      </div>
    </SellerField>
  );
}

function SameEmailWarning({ id, name }: NamedSeller) {
  const t = useT();
  const href = useHref();
  return (
    <p>
      <WarningIcon size={16} />
      <span>
        {t("sellers:sameEmail")}{" "}
        <a href={href(sellerPath(id))} target="_blank" rel="noreferrer">
          <bdi translate="no">{name || t("sellers:detail.unnamed")}</bdi>
          <span className={theme.spoken}> {t("sellers:newTab")}</span>
        </a>
      </span>
    </p>
  );
}

function useSameEmail(form: RefObject<HTMLFormElement>, saved: Seller | undefined, hasTypedValues: boolean) {
  const href = useHref();
  const [sameEmailSeller, setSameEmailSeller] = useState<NamedSeller>();
  const isSending = useSentForm() !== undefined;
  const controller = useRef<AbortController>();
  const lookUp = useDebouncedCallback(async () => {
    // While the form is being sent, the lookup would find the new seller itself.
    if (!form.current || isSending) return;
    const email = String(new FormData(form.current).get("email")).trim();
    if (email === (saved?.email ?? "")) return;
    const query = new URLSearchParams({ email, ...(saved && { except: saved.id }) });
    controller.current = new AbortController();
    const { signal } = controller.current;
    const answer = fetch(`${href("/sellers/same")}?${query}`, { signal, redirect: "manual" });
    const other: { email?: NamedSeller } = await answer
      .then((response) => (response.ok ? response.json() : {}))
      .catch(() => ({}));
    if (!signal.aborted) setSameEmailSeller(other.email);
  }, PAUSE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount and after each refusal
  useEffect(() => {
    if (isSending) return;
    if (hasTypedValues) lookUp();
    return () => controller.current?.abort();
  }, [isSending]);
  const onInput = () => {
    controller.current?.abort();
    setSameEmailSeller(undefined);
    lookUp();
  };
  return { sameEmailSeller, onInput };
}
