import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { inputModeOf, sellerFields, type TextField as TextFieldName } from "~/domain/seller";
import { useT } from "~/i18n/hooks";
import { TextField } from "~/ui/form/form-fields";
import classes from "./seller-form.module.css";

export type SellerFieldProps = {
  name: TextFieldName;
  field: FieldMetadata<unknown>;
  /** The value that the errors are about. */
  refusedValue: unknown;
  /** Another person changed the field, too, and the form asks which value is to stay. */
  isInConflict?: boolean;
  autoFocus: boolean;
  onInput?: () => void;
  /** What stands below the field. */
  children?: ReactNode;
};

export function SellerField({ name, field, refusedValue, isInConflict, autoFocus, ...box }: SellerFieldProps) {
  const t = useT();
  const rules = sellerFields[name];
  const inputMode = inputModeOf(name);
  // An error is shown only while the field holds the value that was refused.
  const showsErrors = (field.value ?? "") === (refusedValue ?? "");
  return (
    <div className={classes.field} onInput={box.onInput}>
      <TextField
        field={field}
        label={t(`sellers:fields.${name}`)}
        hint={"hint" in rules ? t(`sellers:${rules.hint}`) : undefined}
        showsErrors={showsErrors}
        isMarked={isInConflict}
        autoFocus={autoFocus}
        {...(inputMode && { inputMode, autoCapitalize: "none", spellCheck: false })}
      />
      {box.children}
    </div>
  );
}
