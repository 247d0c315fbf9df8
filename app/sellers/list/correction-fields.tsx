import { Group, Stack, TextInput } from "@mantine/core";
import { Fragment, type ReactNode, useRef } from "react";
import { inputModeOf, type TextField } from "~/domain/seller";
import { useT } from "~/i18n/hooks";
import { ConflictChoice } from "~/sellers/record/conflict-choice";
import type { SellerFormAnswer } from "~/sellers/record/seller-form";
import { Notice } from "~/ui";
import { useFocusOnRefusal } from "~/ui/focus";
import { fieldErrors } from "~/ui/form/form-errors";
import { useSentForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";

type CorrectionFieldsProps = {
  field: TextField;
  value: string;
  /** The seller as the person sees it (`printOriginalRecord`); after a conflict, the newer one. */
  base: string;
  answer: SellerFormAnswer | undefined;
  cancel: ReactNode;
  /** False in a popover: the browser would scroll to the field before the popover has its place. */
  autoFocus?: boolean;
};

export function CorrectionFields({ field, value, base, answer, cancel, autoFocus }: CorrectionFieldsProps) {
  const t = useT();
  const isSending = useSentForm() !== undefined;
  const input = useRef<HTMLInputElement>(null);
  useFocusOnRefusal(input, answer);
  const errors = answer?.result.error ?? {};
  // conform leaves an empty text out of the answer.
  const shownValue = answer ? String(answer.result.initialValue?.[field] ?? "") : value;
  // The backend may refuse the whole seller for a field that this form doesn't show.
  const otherProblems = Object.entries(errors).flatMap(([name, texts]) => (name === field ? [] : (texts ?? [])));
  return (
    <Stack gap="sm">
      {otherProblems.length > 0 && (
        <Notice
          kind="error"
          role="alert"
          title={t(answer?.isOutcomeUnknown ? "common:outcome.unknown" : "common:outcome.failed")}
        >
          {otherProblems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Notice>
      )}
      {/* The key remounts question and field, because an answer may bring another value. */}
      <Fragment key={answer?.base}>
        {answer?.conflict && <ConflictChoice {...answer.conflict} texts={[]} />}
        <input type="hidden" name="base" value={answer?.base ?? base} />
        <TextInput
          ref={input}
          name={field}
          label={t(`sellers:fields.${field}`)}
          error={fieldErrors(errors[field] ?? undefined) ?? answer?.conflict !== undefined}
          defaultValue={shownValue}
          readOnly={isSending}
          autoFocus={autoFocus}
          onFocus={({ currentTarget }) => {
            // Typed text isn't selected when the focus comes back, or the next key would replace it.
            if (currentTarget.value === currentTarget.defaultValue) currentTarget.select();
            currentTarget.form?.scrollIntoView({ block: "nearest" });
          }}
          // Mantine's popover focuses this field once the popover has its place.
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          inputMode={inputModeOf(field)}
        />
      </Fragment>
      <Group gap="xs">
        <SubmitButton pending={t("sellers:form.saving")}>{t("common:save")}</SubmitButton>
        {cancel}
      </Group>
    </Stack>
  );
}
