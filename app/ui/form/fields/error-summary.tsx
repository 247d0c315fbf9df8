import type { FieldMetadata } from "@conform-to/react";
import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { focusTarget } from "~/ui/focus-target";
import { FormRefusal } from "../form-refusal";

type ErrorSummaryProps = {
  /** What concerns no field, or all of them. */
  formErrors: string[] | undefined;
  /** In the order of the form. */
  fields: FieldMetadata<unknown>[];
  /** Where fields are wrong, and where none is: then nothing is there to be corrected. */
  titles: { fields: string; none: string };
  /** Changes with each answer of the server, so that the focus comes here again. */
  answer: unknown;
  children?: ReactNode;
};

/** A form's errors, each with a link to its field. */
export function ErrorSummary({ formErrors, fields, titles, answer, children }: ErrorSummaryProps) {
  const wrong = fields.filter(({ errors }) => errors?.length);
  if (wrong.length === 0 && !formErrors?.length) return null;
  return (
    <FormRefusal answer={answer} kind="error" title={wrong.length > 0 ? titles.fields : titles.none}>
      {formErrors?.map((error) => (
        <p key={error}>{error}</p>
      ))}
      {wrong.length > 0 && (
        <Stack component="ul" gap="0.25rem">
          {wrong.map((field) => (
            <li key={field.id}>
              <Text
                component="a"
                href={`#${field.id}`}
                c="var(--mantine-color-error)"
                fw={550}
                td="underline"
                onClick={focusTarget}
              >
                {field.errors?.[0]}
              </Text>
            </li>
          ))}
        </Stack>
      )}
      {children}
    </FormRefusal>
  );
}
