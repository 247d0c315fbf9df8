import type { FieldMetadata } from "@conform-to/react";
import { Stack, Text } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { Notice } from "~/ui";
import { focusTarget } from "~/ui/focus-target";

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

/**
 * A form's errors, each with a link to its field. It takes the focus: on the server's page by
 * `autofocus`, else by script.
 */
export function ErrorSummary({ formErrors, fields, titles, answer, children }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  const wrong = fields.filter(({ errors }) => errors?.length);
  const isShown = wrong.length > 0 || Boolean(formErrors?.length);
  useEffect(() => {
    if (answer && isShown) summary.current?.focus();
  }, [answer, isShown]);
  if (!isShown) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: after a refused form reading should go on at what is wrong with it.
    <div ref={summary} role="alert" tabIndex={-1} autoFocus>
      <Notice kind="error" title={wrong.length > 0 ? titles.fields : titles.none}>
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
      </Notice>
    </div>
  );
}
