import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { FieldErrors } from "./field-errors";
import classes from "./form.module.css";

/** One yes-or-no question; an unticked box isn't sent at all. */
export function CheckboxField({ field, label, hint }: { field: FieldMetadata<unknown>; label: string; hint?: string }) {
  const { key, ...props } = getInputProps(field, {
    type: "checkbox",
    ariaDescribedBy: hint ? field.descriptionId : undefined,
  });
  return (
    <div className={classes.check}>
      <input key={key} {...props} />
      <label htmlFor={field.id} className={classes.label}>
        {label}
      </label>
      {hint && (
        <p id={field.descriptionId} className={classes.hint}>
          {hint}
        </p>
      )}
      <FieldErrors id={field.errorId} errors={field.errors} />
    </div>
  );
}
