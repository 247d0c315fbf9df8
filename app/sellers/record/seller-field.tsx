import type { FieldMetadata } from "@conform-to/react";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cleanText } from "~/domain/clean-text";
import { sellerPath } from "~/domain/list-link";
import { sellerFields, type TextField as TextFieldName, type UniqueField, uniqueFields } from "~/domain/seller-fields";
import { useHref } from "~/i18n/use-locale";
import { Button } from "~/ui";
import { TextField } from "~/ui/form/form-fields";
import { WarningIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import classes from "./seller-form.module.css";

type SellerFieldProps = {
  name: TextFieldName;
  field: FieldMetadata<unknown>;
  form: RefObject<HTMLFormElement>;
  answer: unknown;
  owner?: { id: string; name: string };
  autoFocus: boolean;
};

/** Also warns if another seller has the same value. */
export function SellerField({ name, field, form, answer, owner, autoFocus }: SellerFieldProps) {
  const { t } = useTranslation("sellers");
  const rules = sellerFields[name];
  const isEmail = "format" in rules && rules.format === "email";
  const errors = useErrorsUntilCorrected(field, answer);
  // An e-mail's error has the same example.
  const isSaidByError = isEmail && errors.areShown && field.errors !== undefined;
  return (
    <div
      className={name === "displayName" ? `${classes.field} ${classes.offered}` : classes.field}
      onInput={errors.onInput}
    >
      <TextField
        field={field}
        label={t(`fields.${name}`)}
        hint={"hint" in rules && !isSaidByError ? t(rules.hint) : undefined}
        showsErrors={errors.areShown}
        autoFocus={autoFocus}
        {...(isEmail ? { inputMode: "email", autoCapitalize: "none", spellCheck: false } : {})}
      />
      {name === "displayName" && <NameOffer form={form} />}
      {uniqueFields.some((unique) => unique === name) && (
        <div role="status" className={classes.same}>
          {owner && <SameValueWarning field={name as UniqueField} owner={owner} />}
        </div>
      )}
    </div>
  );
}

/**
 * Hides the errors once the text differs from the refused one. A blur doesn't bring them back,
 * because they would move what a mouse is about to press.
 */
function useErrorsUntilCorrected(field: FieldMetadata<unknown>, answer: unknown) {
  const [areShown, setShown] = useState(true);
  const refusedText = useRef<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer brings its own errors
  useEffect(() => {
    const input = document.getElementById(field.id);
    refusedText.current = input instanceof HTMLInputElement ? input.value : undefined;
    setShown(true);
  }, [answer]);
  const onInput = ({ target }: FormEvent<HTMLElement>) => {
    if (!(target instanceof HTMLInputElement)) return;
    setShown(target.value === refusedText.current || Boolean(field.required && !target.value.trim()));
  };
  return { areShown, onInput };
}

/** Another seller has the typed value, which may be intended. */
function SameValueWarning({ field, owner }: { field: UniqueField; owner: { id: string; name: string } }) {
  const { t } = useTranslation("sellers");
  const href = useHref();
  return (
    <p>
      <WarningIcon size={16} />
      <span>
        {t(`same.${field}`)}{" "}
        <a href={href(sellerPath(owner.id))} target="_blank" rel="noreferrer">
          <bdi translate="no">{owner.name || t("detail.unnamed")}</bdi>
          <span className={theme.spoken}> {t("same.newTab")}</span>
        </a>
      </span>
    </p>
  );
}

/** Without scripts the server fills in an empty display name (`seller-form.server.ts`). */
function NameOffer({ form }: { form: RefObject<HTMLFormElement> }) {
  const { t } = useTranslation("sellers");
  const [offer, setOffer] = useState("");

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    let earlier = suggestedName(namesIn(element, "defaultValue"));
    const updateOffer = () => {
      const current = input(element, "displayName").value;
      const names = namesIn(element, "value");
      if (current !== "" && current === suggestedName(names)) earlier = current;
      setOffer(offeredName(current, names, earlier));
    };
    updateOffer();
    element.addEventListener("input", updateOffer);
    return () => element.removeEventListener("input", updateOffer);
  }, [form]);

  if (!offer) return null;
  const takeOffer = () => {
    const field = form.current && input(form.current, "displayName");
    if (!field || field.readOnly) return;
    field.value = offer;
    field.focus();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <Button variant="light" isSmall className={classes.offer} onClick={takeOffer}>
      {t("form.useName", { name: offer })}
    </Button>
  );
}

function namesIn(form: HTMLFormElement, which: "value" | "defaultValue") {
  return { firstName: input(form, "firstName")[which], surname: input(form, "surname")[which] };
}

function input(form: HTMLFormElement, name: string): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement;
}

type Names = { firstName?: string; surname?: string };

export function suggestedName({ firstName = "", surname = "" }: Names): string {
  return [cleanText(firstName), cleanText(surname)].filter(Boolean).join(" ");
}

/** @returns "" unless the display name is empty or an earlier offer */
export function offeredName(displayName: string, names: Names, earlier: string): string {
  const suggestion = suggestedName(names);
  const current = cleanText(displayName);
  return suggestion !== current && (current === "" || current === earlier) ? suggestion : "";
}
