import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { Text, TextInput, type TextInputProps } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { fieldErrors } from "../field-errors";

type TextFieldProps = {
  field: FieldMetadata<unknown>;
  label: string;
  hint?: string;
} & Pick<TextInputProps, "inputMode" | "rightSection">;

/**
 * A line of text. Always `type="text"`: other types change what was typed (they trim it, or rewrite it), and it
 * must come back as it was. No `maxlength` either, because that cuts what is pasted without a word.
 */
export function TextField({ field, label, hint, ...rest }: TextFieldProps) {
  const { t } = useTranslation();
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
              {t("required")}
            </Text>
          )}
        </>
      }
      withAsterisk={false}
      description={hint}
      descriptionProps={{ id: field.descriptionId }}
      error={fieldErrors(field.errors)}
      errorProps={{ id: field.errorId }}
      inputWrapperOrder={ORDER}
      autoComplete="off"
    />
  );
}

/** What is wrong stands before the field, where it is read first. */
const ORDER: TextInputProps["inputWrapperOrder"] = ["label", "description", "error", "input"];
