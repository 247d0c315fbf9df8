import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import { Popover, Text } from "@mantine/core";
import { useFetcher, useLocation, useNavigation } from "@remix-run/react";
import { type FormEvent, type MouseEvent, type ReactElement, type RefObject, useEffect, useRef } from "react";
import { editableOf } from "~/domain/merge-changes";
import { rowActionsPath, rowId } from "~/domain/paths";
import type { Seller, TextField } from "~/domain/seller";
import { useHref, useT } from "~/i18n/hooks";
import { Button } from "~/ui";
import { giveUpStalled } from "~/ui/connection/stalled-requests";
import { LateUnsavedGuard } from "~/ui/form/late-unsaved-guard";
import { useSentForm } from "~/ui/form/post-form";
import { CorrectionFields } from "./correction-fields";
import { useHoldOnRow } from "./held-row";
import type { action } from "./row-actions.route";

/**
 * `seller` is a copy from when the form opened: the list may reload meanwhile, and the form must
 * still report a colleague's change as a conflict.
 */
export type Correction = { field: TextField; seller: Seller };

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
      <fetcher.Form ref={form} method="post" action={href(rowActionsPath(seller.id, from, field))} preventScrollReset>
        <input type="hidden" name="formKey" value={fetcher.data?.formKey ?? formKey} />
        <CorrectionFields
          field={field}
          value={seller[field] ?? ""}
          // Equals `printOriginalRecord`, whose module would bring zod to browsers.
          base={JSON.stringify(editableOf(seller))}
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
