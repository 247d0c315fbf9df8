import type { FieldMetadata } from "@conform-to/react";
import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { focusLinkTarget } from "~/ui/focus";
import { FormRefusal } from "./form-errors";

type ErrorSummaryProps = {
  formErrors: string[] | undefined;
  fields: { label: string; field: FieldMetadata<unknown> }[];
  titles: { fields: string; none: string };
  /** Each new object focuses the summary. */
  refusal: unknown;
  children?: ReactNode;
};

export function ErrorSummary({ formErrors, fields, titles, refusal, children }: ErrorSummaryProps) {
  const wrong = fields.filter(({ field }) => field.errors?.length);
  if (wrong.length === 0 && !formErrors?.length) return null;
  return (
    <FormRefusal refusal={refusal} kind="error" title={wrong.length > 0 ? titles.fields : titles.none}>
      {formErrors?.map((error) => (
        <p key={error}>{error}</p>
      ))}
      {wrong.length > 0 && (
        <Stack component="ul" gap={4}>
          {wrong.map(({ label, field }) => (
            <li key={field.id}>
              <Text component="a" href={`#${field.id}`} c="inherit" fw={550} td="underline" onClick={focusLinkTarget}>
                {label}
              </Text>
            </li>
          ))}
        </Stack>
      )}
      {children}
    </FormRefusal>
  );
}
