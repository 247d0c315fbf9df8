import { Button } from "~/ui";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import { Menu, Popover, Text } from "@mantine/core";
import { Link, useFetcher } from "@remix-run/react";
import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { rowId } from "~/domain/list-link";
import { editableOf } from "~/domain/merge-changes";
import type { Seller } from "~/domain/seller";
import type { TextField } from "~/domain/seller-fields";
import { rowActionsPath } from "~/domain/seller-paths";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { giveUpStalled, useSentForm } from "~/ui/connection/stalled-requests";
import { LateUnsavedGuard } from "~/ui/form/late-unsaved-guard";
import { showToast } from "~/ui/toast";
import { FieldForm, useRowActions } from "./row-actions";
import type { action } from "./row-actions.route";

export type RowMenuProps = {
  seller: Seller;
  /** The list's query. */
  from: string;
  formKey: string;
  /** The button's look, which its link in the list has, too. */
  className: string | undefined;
};

type Correction = { field: TextField; seller: Seller };

/**
 * A row's menu, opened at once, because the click on the row's link loaded it. A field that is
 * corrected has its form in a popover.
 */
export default function RowMenu({ seller, from, formKey, className }: RowMenuProps) {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  // The seller as it was shown when the form opened: newer data of the list may come while it is
  // open, and a colleague's change in them must be asked about.
  const [correction, setCorrection] = useState<Correction>();
  const field = correction?.field;
  const name = seller.displayName || t("sellers:detail.unnamed");
  const isSending = useSentForm() !== undefined;
  const close = () => {
    // Closing would unmount the form while it is sent, and lose its answer.
    if (isSending) return;
    setCorrection(undefined);
    button.current?.focus();
  };
  const closeIfUnchanged = () => {
    if (correction && form.current && !isChanged(form.current, correction)) close();
  };
  return (
    <>
      <Popover
        opened={field !== undefined}
        onDismiss={close}
        // A click beside the form, on another row's menu too, would lose what was typed.
        closeOnClickOutside={false}
        withOverlay={field !== undefined}
        overlayProps={{ fixed: true, backgroundOpacity: 0.1, onMouseDown: keepFocus, onClick: closeIfUnchanged }}
        position="bottom-end"
        trapFocus
        withRoles={false}
        shadow="lg"
      >
        <Popover.Target>
          <span>
            <ActionsMenu
              button={button}
              label={`${t("sellers:rowMenu.title")}: ${name}`}
              className={className}
              seller={seller}
              from={from}
              isCorrecting={field !== undefined}
              onCorrect={(field) => setCorrection({ field, seller })}
            />
          </span>
        </Popover.Target>
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
          {correction && (
            <CorrectionForm key={field} form={form} {...correction} from={from} formKey={formKey} onCancel={close} />
          )}
        </Popover.Dropdown>
      </Popover>
      {/* Outside the popover, which would be closed by its dialog's Escape. */}
      {correction && (
        <LateUnsavedGuard key={field} form={form} isUnsaved={(typed) => isChanged(typed, correction)} isNeverRestored />
      )}
    </>
  );
}

type ActionsMenuProps = Pick<RowMenuProps, "seller" | "from" | "className"> & {
  button: RefObject<HTMLButtonElement>;
  label: string;
  isCorrecting: boolean;
  onCorrect: (field: TextField) => void;
};

function ActionsMenu({ button, label, className, seller, from, isCorrecting, onCorrect }: ActionsMenuProps) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  // The row's link, which had the focus, is gone. Mantine returns the focus to the element that has
  // it when the menu opens.
  useEffect(() => {
    button.current?.focus();
    setIsOpen(true);
  }, [button]);
  const { firstLinks, corrections, lastLinks } = useRowActions(seller, from);
  const { email } = seller;
  /** Lets Tab go on from the menu's button. */
  const closeOnTab = ({ key }: KeyboardEvent) => {
    if (key !== "Tab") return;
    button.current?.focus();
    setIsOpen(false);
  };
  const copyEmail = () =>
    navigator.clipboard.writeText(email).then(
      () => showToast({ kind: "success", text: t("common:copy.copied", { name: email }) }),
      () => showToast({ kind: "error", text: t("common:copy.failed") }),
    );
  return (
    <Menu
      opened={isOpen}
      onChange={setIsOpen}
      returnFocus={!isCorrecting}
      // The first item takes the focus, instead of an element that is no item.
      withInitialFocusPlaceholder={false}
      position="bottom-end"
      shadow="md"
      // A tap beside the menu only closes it, and opens no seller below the finger. A menu that is
      // closed has no overlay, which would take the next click while it fades out.
      withOverlay={isOpen}
      overlayProps={{ fixed: true, backgroundOpacity: 0, onClick: () => setIsOpen(false) }}
      clickOutsideEvents={["keydown"]}
    >
      <Menu.Target>
        <button ref={button} type="button" className={className} aria-label={label}>
          ⋯
        </button>
      </Menu.Target>
      <Menu.Dropdown onKeyDown={closeOnTab}>
        {firstLinks.map(({ to, label }) => (
          <Menu.Item key={label} component={Link} to={to}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {corrections.map(({ field, label }) => (
          <Menu.Item key={field} onClick={() => onCorrect(field)}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {lastLinks.map(({ to, label }) => (
          <Menu.Item key={label} component={Link} to={to}>
            {label}
          </Menu.Item>
        ))}
        {email && <Menu.Item onClick={copyEmail}>{t("sellers:rowMenu.copyEmail")}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/** The router scrolls to the fragment's row in spite of `preventScrollReset`: this margin stops that. */
function keepRowInPlace(id: string, isKept: boolean): void {
  const row = document.getElementById(rowId(id));
  const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  if (row) row.style.scrollMarginTop = isKept ? `${row.getBoundingClientRect().top - padding}px` : "";
}

function isChanged(form: HTMLFormElement, { field, seller }: Correction): boolean {
  return new FormData(form).get(field) !== (seller[field] ?? "");
}

type CorrectionFormProps = Correction &
  Omit<RowMenuProps, "className"> & {
    form: RefObject<HTMLFormElement>;
    onCancel: () => void;
  };

/** Each field has a component, so that a fetcher's answer doesn't reach another field's form. */
function CorrectionForm({ form, seller, field, from, formKey, onCancel }: CorrectionFormProps) {
  const t = useT();
  const href = useHref();
  const fetcher = useFetcher<typeof action>();
  useEffect(() => {
    const element = form.current;
    return () => {
      if (element) giveUpStalled(element);
      keepRowInPlace(seller.id, false);
    };
  }, [form, seller.id]);
  const onSubmit = (event: FormEvent) => {
    // React passes events of this form on to the form around the table.
    event.stopPropagation();
    keepRowInPlace(seller.id, true);
  };
  return (
    <div onSubmit={onSubmit}>
      <fetcher.Form ref={form} method="post" action={href(rowActionsPath(seller.id, from, field))}>
        <FieldForm
          field={field}
          value={seller[field] ?? ""}
          // As `printOriginalRecord` does, whose module would bring zod to browsers.
          base={JSON.stringify(editableOf(seller))}
          formKey={formKey}
          answer={fetcher.data}
          cancel={<Button onClick={onCancel}>{t("common:cancel")}</Button>}
        />
      </fetcher.Form>
    </div>
  );
}
