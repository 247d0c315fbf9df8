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
  /** The form shows a colleague's value instead of the posted one. */
  isMerged?: boolean;
  autoFocus: boolean;
  onInput?: () => void;
  children?: ReactNode;
};

export function SellerField({
  name,
  field,
  refusedValue,
  isInConflict,
  isMerged,
  autoFocus,
  ...box
}: SellerFieldProps) {
  const t = useT();
  const rules = sellerFields[name];
  const ownHint = "hint" in rules ? rules.hint : undefined;
  const hint = isInConflict ? "conflict.fieldHint" : isMerged ? "conflict.mergedHint" : ownHint;
  const inputMode = inputModeOf(name);
  // The error disappears once the person changes the refused value.
  const showsErrors = (field.value ?? "") === (refusedValue ?? "");
  return (
    <div className={classes.field} onInput={box.onInput}>
      <TextField
        field={field}
        label={t(`sellers:fields.${name}`)}
        hint={hint && t(`sellers:${hint}`)}
        showsErrors={showsErrors}
        isMarked={isInConflict}
        autoFocus={autoFocus}
        {...(inputMode && { inputMode, autoCapitalize: "none", spellCheck: false })}
      />
      {box.children}
    </div>
  );
}
