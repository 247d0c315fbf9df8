import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { inputModeOf, sellerFields, type TextField as TextFieldName } from "~/domain/seller";
import { useT } from "~/i18n/hooks";
import { TextField } from "~/ui/form/form-fields";
import classes from "./seller-form.module.css";

export type SellerFieldProps = {
  name: TextFieldName;
  field: FieldMetadata<unknown>;
  refusedValue: unknown;
  isInConflict?: boolean;
  autoFocus: boolean;
  onInput?: () => void;
  children?: ReactNode;
};

export function SellerField({ name, field, refusedValue, isInConflict, autoFocus, ...box }: SellerFieldProps) {
  const t = useT();
  const rules = sellerFields[name];
  const inputMode = inputModeOf(name);
  // The error disappears once the person changes the refused value.
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
