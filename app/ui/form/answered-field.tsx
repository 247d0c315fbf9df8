import { TextInput, type TextInputProps } from "@mantine/core";
import { useRef } from "react";
import { useFocusOnRefusal } from "~/ui/focus";
import { fieldErrors } from "./form-errors";

type AnsweredFieldProps = TextInputProps & {
  /** The server's latest answer to the form; `problem` says why the field's text was refused. */
  answer: { problem?: string } | undefined;
};

/** Takes the focus with each answer that refuses the field's text. */
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
