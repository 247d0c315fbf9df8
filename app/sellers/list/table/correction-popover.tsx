import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import { Group, Popover, Stack, Text, TextInput } from "@mantine/core";
import { useFetcher, useLocation, useNavigation } from "@remix-run/react";
import {
  type FormEvent,
  Fragment,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from "react";
import { editableOf } from "~/domain/merge-changes";
import { rowId, sellerPath, withFrom } from "~/domain/paths";
import { editableFields, inputModeOf, type Seller, type TextField } from "~/domain/seller";
import { useHref, useT } from "~/i18n/hooks";
import { ConflictChoice } from "~/sellers/record/conflict-choice";
import type { action } from "~/sellers/record/edit.route";
import type { SellerFormAnswer } from "~/sellers/record/seller-form";
import { Button, Notice } from "~/ui";
import { giveUpStalled } from "~/ui/connection/stalled-requests";
import { useFocusOnRefusal } from "~/ui/focus";
import { fieldErrors } from "~/ui/form/form-errors";
import { LateUnsavedGuard } from "~/ui/form/late-unsaved-guard";
import { useSentForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { usePinRow } from "./pinned-row";

/** `seller` as it was when the form opened, so that a colleague's later change is a conflict. */
export type Correction = { field: TextField; seller: Seller };

/** For `portalProps`. By default Mantine appends popovers to the body, outside all landmarks. */
export const WITHIN_MAIN = { target: "#content" };

type CorrectionPopoverProps = {
  correction: Correction | undefined;
  name: string;
  formKey: string;
  onClose: () => void;
  children: ReactElement;
};

/** Corrects one field of a row without leaving the list. Posts to the edit page's action. */
export function CorrectionPopover({ correction, name, formKey, onClose, children }: CorrectionPopoverProps) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const isSending = useSentForm() !== undefined;
  const field = correction?.field;
  const close = () => {
    // Closing would unmount the form and lose the response.
    if (!isSending) onClose();
  };
  const closeIfUnchanged = () => {
    if (correction && form.current && !isChanged(form.current, correction)) close();
  };
  return (
    <>
      <Popover
        opened={correction !== undefined}
        onDismiss={close}
        // Mantine would also close a changed form. The overlay's `onClick` closes an unchanged one.
        closeOnClickOutside={false}
        withOverlay={correction !== undefined}
        overlayProps={{ fixed: true, backgroundOpacity: 0.1, onMouseDown: keepFocus, onClick: closeIfUnchanged }}
        position="bottom-end"
        trapFocus
        // Mantine's roles would announce the row's menu as a button of this dialog.
        withRoles={false}
        shadow="lg"
        portalProps={WITHIN_MAIN}
      >
        <Popover.Target>{children}</Popover.Target>
        <Popover.Dropdown
          role="dialog"
          tabIndex={-1}
          w="22rem"
          maw="calc(100vw - 1rem)"
          aria-label={field && `${t(`sellers:rowMenu.correct.${field}`)}: ${name}`}
        >
          <Text fw={600} mb="xs">
            <bdi>{name}</bdi>
          </Text>
          {/* The key: another field's form must not show the response for this field. */}
          {correction && <CorrectionForm key={field} form={form} {...correction} formKey={formKey} onCancel={close} />}
        </Popover.Dropdown>
      </Popover>
      {/* Not inside the popover: Escape in the guard's dialog would also close the popover. */}
      {correction && (
        <LateUnsavedGuard key={field} form={form} isUnsaved={(typed) => isChanged(typed, correction)} isNeverRestored />
      )}
    </>
  );
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/** After the save the router scrolls to the URL's `#row-42`. With this margin nothing moves. */
function keepInPlace(row: HTMLElement | null): void {
  const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  if (row) row.style.scrollMarginTop = `${row.getBoundingClientRect().top - padding}px`;
}

function isChanged(form: HTMLFormElement, { field, seller }: Correction): boolean {
  return new FormData(form).get(field) !== (seller[field] ?? "");
}

type CorrectionFormProps = Correction & {
  form: RefObject<HTMLFormElement>;
  formKey: string;
  onCancel: () => void;
};

function CorrectionForm({ form, seller, field, formKey, onCancel }: CorrectionFormProps) {
  const t = useT();
  const href = useHref();
  const fetcher = useFetcher<typeof action>();
  const from = useLatestListQuery();
  usePinRow(seller.id);
  useEffect(() => {
    const element = form.current;
    return () => {
      if (element) giveUpStalled(element);
      document.getElementById(rowId(seller.id))?.style.removeProperty("scroll-margin-top");
    };
  }, [form, seller.id]);
  const onSubmit = (event: FormEvent) => {
    // React would pass the event on to the form around the table.
    event.stopPropagation();
    keepInPlace(document.getElementById(rowId(seller.id)));
  };
  return (
    <div onSubmit={onSubmit}>
      <fetcher.Form
        ref={form}
        method="post"
        action={href(withFrom(sellerPath(seller.id, "edit"), from))}
        preventScrollReset
      >
        <input type="hidden" name="formKey" value={fetcher.data?.formKey ?? formKey} />
        <CorrectionFields
          field={field}
          seller={seller}
          answer={fetcher.data}
          cancel={<Button onClick={onCancel}>{t("common:cancel")}</Button>}
        />
      </fetcher.Form>
    </div>
  );
}

/** The query of the latest search, also while the search is loading. */
function useLatestListQuery(): string {
  const current = useLocation();
  const next = useNavigation().location;
  const { search } = next?.pathname === current.pathname ? next : current;
  return search.slice(1);
}

type CorrectionFieldsProps = Correction & { answer: SellerFormAnswer | undefined; cancel: ReactNode };

/** Posts all fields of the edit form; one of them is visible. */
function CorrectionFields({ field, seller, answer, cancel }: CorrectionFieldsProps) {
  const t = useT();
  const isSending = useSentForm() !== undefined;
  const input = useRef<HTMLInputElement>(null);
  useFocusOnRefusal(input, answer);
  const errors = answer?.result.error ?? {};
  // The answer's values alone: conform leaves out emptied fields, which must not be filled again.
  const values: Record<string, unknown> = answer ? (answer.result.initialValue ?? {}) : printFields(seller);
  // Problems of the hidden fields, which the backend may refuse, too.
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
      {/* The key remounts the fields, which then show the values of the answer. */}
      <Fragment key={answer?.base}>
        {answer?.conflict && <ConflictChoice {...answer.conflict} texts={[]} />}
        {/* Prints what `printLoadedValues` prints, whose module would load zod in browsers. */}
        <input type="hidden" name="base" value={answer?.base ?? JSON.stringify(editableOf(seller))} />
        <input type="hidden" name="next" value="list" />
        {editableFields.map(
          (name) =>
            name !== field &&
            Boolean(values[name]) && <input key={name} type="hidden" name={name} value={String(values[name])} />,
        )}
        <TextInput
          ref={input}
          name={field}
          label={t(`sellers:fields.${field}`)}
          error={fieldErrors(errors[field] ?? undefined) ?? answer?.conflict !== undefined}
          defaultValue={String(values[field] ?? "")}
          readOnly={isSending}
          onFocus={({ currentTarget }) => {
            // Typed text isn't selected, because the next key would replace it.
            if (currentTarget.value === currentTarget.defaultValue) currentTarget.select();
            currentTarget.form?.scrollIntoView({ block: "nearest" });
          }}
          // Mantine focuses this field once the popover is in place; `autoFocus` would scroll.
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

/** Values as a browser posts them: `accountEnabled` is "on" or absent. */
function printFields({ accountEnabled, ...texts }: Seller): Record<string, unknown> {
  return { ...texts, accountEnabled: accountEnabled && "on" };
}
