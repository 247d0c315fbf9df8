import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { FieldErrors } from "./field-errors";
import classes from "./form.module.css";

type TextFieldProps = {
  field: FieldMetadata<unknown>;
  label: string;
  hint?: string;
  inputMode?: "text" | "email" | "numeric";
};

/**
 * A line of text. Always `type="text"`: other types change what was typed (they trim it, or rewrite it), and it
 * must come back as it was. No `maxlength` either, because that cuts what is pasted without a word.
 */
export function TextField({ field, label, hint, inputMode }: TextFieldProps) {
  const { t } = useTranslation();
  const { key, ...props } = getInputProps(field, {
    type: "text",
    ariaDescribedBy: hint ? field.descriptionId : undefined,
  });
  return (
    <div className={classes.field}>
      <label htmlFor={field.id} className={classes.label}>
        {label} {field.required && <span className={classes.required}>{t("required")}</span>}
      </label>
      {hint && (
        <p id={field.descriptionId} className={classes.hint}>
          {hint}
        </p>
      )}
      <FieldErrors id={field.errorId} errors={field.errors} />
      <input key={key} {...props} className={classes.input} inputMode={inputMode} autoComplete="off" />
    </div>
  );
}
