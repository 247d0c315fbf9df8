import type { FieldMetadata } from "@conform-to/react";
import { sellerPath } from "~/domain/paths";
import { inputModeOf, sellerFields, type TextField as TextFieldName } from "~/domain/seller";
import { useHref, useT } from "~/i18n/hooks";
import { TextField } from "~/ui/form/form-fields";
import { WarningIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import type { NamedSeller } from "./same-email.server";
import classes from "./seller-form.module.css";

type SellerFieldProps = {
  name: TextFieldName;
  field: FieldMetadata<unknown>;
  /** The value that the errors are about. */
  refusedValue: unknown;
  /** Another seller with the typed address. */
  sameEmailSeller?: NamedSeller;
  /** Another person changed the field, too, and the form asks which value is to stay. */
  isInConflict?: boolean;
  autoFocus: boolean;
};

/** A field of the seller's form, with a warning if another seller has the same e-mail address. */
export function SellerField({ name, field, refusedValue, sameEmailSeller, isInConflict, autoFocus }: SellerFieldProps) {
  const t = useT();
  const rules = sellerFields[name];
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
      {name === "email" && (
        <div role="status" className={classes.same}>
          {sameEmailSeller && <SameEmailWarning {...sameEmailSeller} />}
        </div>
      )}
    </div>
  );
}

/** Another seller has the typed address, which may be intended. */
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
