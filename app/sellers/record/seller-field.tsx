import type { FieldMetadata } from "@conform-to/react";
import {
  inputModeOf,
  sellerFields,
  type TextField as TextFieldName,
  type UniqueField,
  uniqueFields,
} from "~/domain/seller-fields";
import { sellerPath } from "~/domain/seller-paths";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { TextField } from "~/ui/form/form-fields";
import { WarningIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import classes from "./seller-form.module.css";

type SellerFieldProps = {
  name: TextFieldName;
  field: FieldMetadata<unknown>;
  /** The value that the errors are about. */
  refusedValue: unknown;
  owner?: { id: string; name: string };
  autoFocus: boolean;
};

/** Also warns if another seller has the same value. */
export function SellerField({ name, field, refusedValue, owner, autoFocus }: SellerFieldProps) {
  const t = useT();
  const rules = sellerFields[name];
  const uniqueField = uniqueFields.find((field) => field === name);
  const inputMode = inputModeOf(name);
  // Errors go as soon as the refused value is changed, and come back with it.
  const showsErrors = (field.value ?? "") === (refusedValue ?? "");
  // An e-mail's error has the same example.
  const isSaidByError = inputMode === "email" && showsErrors && field.errors !== undefined;
  return (
    <div className={classes.field}>
      <TextField
        field={field}
        label={t(`sellers:fields.${name}`)}
        hint={"hint" in rules && !isSaidByError ? t(`sellers:${rules.hint}`) : undefined}
        showsErrors={showsErrors}
        autoFocus={autoFocus}
        {...(inputMode && { inputMode, autoCapitalize: "none", spellCheck: false })}
      />
      {uniqueField && (
        <div role="status" className={classes.same}>
          {owner && <SameValueWarning field={uniqueField} owner={owner} />}
        </div>
      )}
    </div>
  );
}

/** Another seller has the typed value, which may be intended. */
function SameValueWarning({ field, owner }: { field: UniqueField; owner: { id: string; name: string } }) {
  const t = useT();
  const href = useHref();
  return (
    <p>
      <WarningIcon size={16} />
      <span>
        {t(`sellers:same.${field}`)}{" "}
        <a href={href(sellerPath(owner.id))} target="_blank" rel="noreferrer">
          <bdi translate="no">{owner.name || t("sellers:detail.unnamed")}</bdi>
          <span className={theme.spoken}> {t("sellers:same.newTab")}</span>
        </a>
      </span>
    </p>
  );
}
