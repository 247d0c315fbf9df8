import { TextInput, type TextInputProps } from "@mantine/core";
import { useRef } from "react";
import { useFocusOnRefusal } from "~/ui/focus";
import { fieldErrors } from "./form-errors";

type ServerCheckedFieldProps = TextInputProps & {
  /** `problem` says why the server refused the text. Each new object with it focuses the field. */
  check: { problem?: string } | undefined;
};

export function ServerCheckedField({ check, ...props }: ServerCheckedFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const problem = check?.problem;
  useFocusOnRefusal(field, problem && check);
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
