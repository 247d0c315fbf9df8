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
import { useHoldOnRow } from "./held-row";

/**
 * `seller` is a copy from when the form opened: the list may reload meanwhile, and the form must
 * still report a colleague's change as a conflict.
 */
export type Correction = { field: TextField; seller: Seller };

/** Screen readers find what stands in a landmark; Mantine would append it to the body. */
export const WITHIN_MAIN = { target: "#content" };

type CorrectionPopoverProps = {
  correction: Correction | undefined;
  /** The seller's name as the list shows it now. */
  name: string;
  formKey: string;
  onClose: () => void;
  /** The element that the popover opens at. */
  children: ReactElement;
};

export function CorrectionPopover({ correction, name, formKey, onClose, children }: CorrectionPopoverProps) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const isSending = useSentForm() !== undefined;
  const field = correction?.field;
  const close = () => {
    // Closing would unmount the form while it is sent, and lose its answer.
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
        // A click beside the form, on another row's menu too, would lose what was typed.
        closeOnClickOutside={false}
        withOverlay={correction !== undefined}
        overlayProps={{ fixed: true, backgroundOpacity: 0.1, onMouseDown: keepFocus, onClick: closeIfUnchanged }}
        position="bottom-end"
        trapFocus
        // Its roles would announce the whole target as a button with a dialog.
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
          {/* Without the key a fetcher's answer would reach another field's form. */}
          {correction && <CorrectionForm key={field} form={form} {...correction} formKey={formKey} onCancel={close} />}
        </Popover.Dropdown>
      </Popover>
      {/* Inside the popover, Escape in the guard's dialog would close the popover, too. */}
      {correction && (
        <LateUnsavedGuard key={field} form={form} isUnsaved={(typed) => isChanged(typed, correction)} isNeverRestored />
      )}
    </>
  );
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/**
 * After the save the router scrolls to the row in the URL's fragment, despite `preventScrollReset`.
 * The margin makes the row's current place the target, so nothing moves.
 */
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
  useHoldOnRow(seller.id);
  useEffect(() => {
    const element = form.current;
    return () => {
      if (element) giveUpStalled(element);
      document.getElementById(rowId(seller.id))?.style.removeProperty("scroll-margin-top");
    };
  }, [form, seller.id]);
  const onSubmit = (event: FormEvent) => {
    // React passes events of this form on to the form around the table.
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

/** The query of the list that was requested last; the open correction may delay its display. */
function useLatestListQuery(): string {
  const shown = useLocation();
  const next = useNavigation().location;
  const { search } = next?.pathname === shown.pathname ? next : shown;
  return search.slice(1);
}

type CorrectionFieldsProps = Correction & { answer: SellerFormAnswer | undefined; cancel: ReactNode };

/** The fields of an edit form, of which one is shown. */
function CorrectionFields({ field, seller, answer, cancel }: CorrectionFieldsProps) {
  const t = useT();
  const isSending = useSentForm() !== undefined;
  const input = useRef<HTMLInputElement>(null);
  useFocusOnRefusal(input, answer);
  const errors = answer?.result.error ?? {};
  // conform leaves an empty text out of the answer.
  const values: Record<string, unknown> = answer ? (answer.result.initialValue ?? {}) : printFields(seller);
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
        {/* Equals `printOriginalRecord`, whose module would bring zod to browsers. */}
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
            // Typed text isn't selected when the focus comes back, or the next key would replace it.
            if (currentTarget.value === currentTarget.defaultValue) currentTarget.select();
            currentTarget.form?.scrollIntoView({ block: "nearest" });
          }}
          // Mantine's popover focuses this field once the popover has its place; `autoFocus` would scroll.
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

/** The seller's values as a browser posts a form: a ticked box is `on`, an unticked one is left out. */
function printFields({ accountEnabled, ...texts }: Seller): Record<string, unknown> {
  return { ...texts, accountEnabled: accountEnabled && "on" };
}
