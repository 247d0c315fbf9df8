import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { Checkbox } from "@mantine/core";
import { fieldErrors } from "../field-errors";

/** One yes-or-no question; an unticked box isn't sent at all. */
export function CheckboxField({ field, label, hint }: { field: FieldMetadata<unknown>; label: string; hint?: string }) {
  const { key, ...props } = getInputProps(field, {
    type: "checkbox",
    ariaDescribedBy: hint ? field.descriptionId : undefined,
  });
  return (
    <Checkbox
      key={key}
      {...props}
      label={label}
      description={hint && <span id={field.descriptionId}>{hint}</span>}
      error={field.errors && <span id={field.errorId}>{fieldErrors(field.errors)}</span>}
    />
  );
}
