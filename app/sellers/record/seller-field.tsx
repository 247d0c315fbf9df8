import type { FieldMetadata } from "@conform-to/react";
import { sellerPath } from "~/domain/paths";
import {
  inputModeOf,
  sellerFields,
  type TextField as TextFieldName,
  type UniqueField,
  uniqueFields,
} from "~/domain/seller";
import { useHref, useT } from "~/i18n/hooks";
import { TextField } from "~/ui/form/form-fields";
import { WarningIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import classes from "./seller-form.module.css";

type SellerFieldProps = {
  name: TextFieldName;
  field: FieldMetadata<unknown>;
  /** The value that the errors are about. */
  refusedValue: unknown;
  sameValueSeller?: { id: string; name: string };
  /** Another person changed the field, too, and the form asks which value is to stay. */
  isInConflict?: boolean;
  autoFocus: boolean;
};

/** A field of the seller's form, with a warning if another seller has the same value. */
export function SellerField({ name, field, refusedValue, sameValueSeller, isInConflict, autoFocus }: SellerFieldProps) {
  const t = useT();
  const rules = sellerFields[name];
  const uniqueField = uniqueFields.find((unique) => unique === name);
  const inputMode = inputModeOf(name);
  // An error is shown only while the field holds the value that was refused.
  const showsErrors = (field.value ?? "") === (refusedValue ?? "");
  return (
    <div className={classes.field}>
      <TextField
        field={field}
        label={t(`sellers:fields.${name}`)}
        hint={"hint" in rules ? t(`sellers:${rules.hint}`) : undefined}
        showsErrors={showsErrors}
        isMarked={isInConflict}
        autoFocus={autoFocus}
        {...(inputMode && { inputMode, autoCapitalize: "none", spellCheck: false })}
      />
      {uniqueField && (
        <div role="status" className={classes.same}>
          {sameValueSeller && <SameValueWarning field={uniqueField} sameValueSeller={sameValueSeller} />}
        </div>
      )}
    </div>
  );
}

/** Another seller has the typed value, which may be intended. */
function SameValueWarning({
  field,
  sameValueSeller,
}: {
  field: UniqueField;
  sameValueSeller: { id: string; name: string };
}) {
  const t = useT();
  const href = useHref();
  return (
    <p>
      <WarningIcon size={16} />
      <span>
        {t(`sellers:same.${field}`)}{" "}
        <a href={href(sellerPath(sameValueSeller.id))} target="_blank" rel="noreferrer">
          <bdi translate="no">{sameValueSeller.name || t("sellers:detail.unnamed")}</bdi>
          <span className={theme.spoken}> {t("sellers:same.newTab")}</span>
        </a>
      </span>
    </p>
  );
}
