import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { Checkbox, Text, TextInput, type TextInputProps } from "@mantine/core";
import { useT } from "~/i18n/hooks";
import { fieldErrors } from "~/ui/form/form-errors";

type TextFieldProps = {
  field: FieldMetadata<unknown>;
  label: string;
  hint?: string;
  showsErrors?: boolean;
  /** Marks the field as wrong although the error's text is elsewhere, for example in a conflict. */
  isMarked?: boolean;
} & Pick<TextInputProps, "inputMode" | "autoCapitalize" | "spellCheck" | "autoFocus">;

/** No `type="email"` and no `maxlength`: they would change typed text and cut pasted text. */
export function TextField({ field, label, hint, showsErrors = true, isMarked = false, ...rest }: TextFieldProps) {
  const t = useT();
  const { key, ...props } = getInputProps(field, { type: "text", ariaAttributes: false });
  return (
    <TextInput
      key={key}
      {...props}
      {...rest}
      label={
        <>
          {label}{" "}
          {field.required && (
            <Text span c="dimmed" fw={400}>
              {t("common:required")}
            </Text>
          )}
        </>
      }
      withAsterisk={false}
      description={hint}
      descriptionProps={{ id: field.descriptionId }}
      error={(showsErrors && fieldErrors(field.errors)) || isMarked}
      errorProps={{ id: field.errorId }}
      autoComplete="off"
      // A phone would change names and codes into words.
      autoCorrect="off"
    />
  );
}

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
