import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { inputModeOf, type TextField as TextFieldName } from "~/domain/seller";
import { useT } from "~/i18n/hooks";
import { TextField } from "~/ui/form/form-fields";
import classes from "./seller-form.module.css";

type Hint = "form.nameHint" | "form.emailHint" | "form.mpkHint";

const hints: { [name in TextFieldName]?: Hint } = {
  displayName: "form.nameHint",
  email: "form.emailHint",
  mpk: "form.mpkHint",
};

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
  const hint = isInConflict ? "conflict.fieldHint" : isMerged ? "conflict.mergedHint" : hints[name];
  const inputMode = inputModeOf(name);
  // The error disappears once the person changes the refused value.
  const showsErrors = (field.value ?? "") === (refusedValue ?? "");
  return (
    <div className={isMerged ? `${classes.field} ${classes.merged}` : classes.field} onInput={box.onInput}>
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
