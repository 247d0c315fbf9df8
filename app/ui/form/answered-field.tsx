import { TextInput, type TextInputProps } from "@mantine/core";
import { useRef } from "react";
import { useFocusOnRefusal } from "~/ui/focus";
import { fieldErrors } from "./form-errors";

type AnsweredFieldProps = TextInputProps & {
  /** `problem` says why the server refused the field's text. */
  answer: { problem?: string } | undefined;
};

export function AnsweredField({ answer, ...props }: AnsweredFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const problem = answer?.problem;
  useFocusOnRefusal(field, problem && answer);
  return (
    <TextInput
      ref={field}
      error={fieldErrors(problem ? [problem] : undefined)}
      autoFocus={problem !== undefined}
      autoComplete="off"
      {...props}
    />
  );
}
