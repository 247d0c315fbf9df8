import { NativeSelect, TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { fieldErrors } from "~/ui/form/field-errors";
import { LateUnsavedGuard } from "~/ui/form/late-unsaved-guard";
import type { changeContent } from "./bulk-change.server";

type BulkChangeFieldsProps = {
  content: ReturnType<typeof changeContent>;
  isFleeting: boolean;
};

export function BulkChangeFields({ content, isFleeting }: BulkChangeFieldsProps) {
  const { field, value, problem, options, hint, fieldLabel, valueLabel } = content;
  const input = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement | null>(null);
  useEffect(() => {
    form.current = input.current?.form ?? null;
  });
  // `content` is new with each answer, so the focus also comes back when the same problem repeats.
  useEffect(() => {
    if (content.problem) input.current?.focus();
  }, [content]);
  return (
    <>
      <NativeSelect key={field} name="field" label={fieldLabel} data={options} defaultValue={field} />
      <TextInput
        ref={input}
        // A new key shows the value that the server returned.
        key={problem}
        name="value"
        label={valueLabel}
        description={hint}
        error={fieldErrors(problem ? [problem] : undefined)}
        inputWrapperOrder={["label", "description", "error", "input"]}
        defaultValue={value}
        autoFocus={problem !== undefined}
        autoComplete="off"
      />
      <LateUnsavedGuard form={form} isUnsaved={holdsValue} isFleeting={isFleeting} />
    </>
  );
}

function holdsValue(form: HTMLFormElement): boolean {
  return String(new FormData(form).get("value") ?? "").trim() !== "";
}
