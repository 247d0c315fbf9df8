import { useWindowEvent } from "@mantine/hooks";
import { type Path, useBlocker, useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useT } from "~/i18n/hooks";
import { Button } from "~/ui/button";
import { isFormUnanswered } from "~/ui/connection/stalled-requests";
import { type Typed, useRestoredTyping } from "~/ui/restored-typing";
import theme from "~/ui/theme/components.module.css";
import { useDocumentGuard } from "./document-guard";
import { useFrozenFields } from "./frozen-fields";
import { useSentForm } from "./post-form";
import classes from "./unsaved-guard.module.css";

export type UnsavedGuardProps = {
  form: RefObject<HTMLFormElement>;
  /** Whether the form holds unsaved text. */
  isUnsaved: (form: HTMLFormElement) => boolean;
  /** Called after a reload with the restored fields, hidden ones too. */
  onRestored?: (typed: Typed) => void;
  /** For a form in a menu, which a reload closes: another form of the page would get its text. */
  isNeverRestored?: boolean;
};

/**
 * Asks before unsaved text is lost, also while the form is sent: a dialog for links, Back within
 * the app and other forms, the browser's question for closing the tab. The fields are read-only
 * while a response or the next page is loading, because either would replace what is typed.
 */
export function UnsavedGuard({ form, isUnsaved, onRestored, isNeverRestored }: UnsavedGuardProps) {
  const sending = useSentForm() !== undefined;
  /**
   * Whether the server has responded to the sent form, and the next page is loading. If another
   * form was sent, the person has already agreed to lose this form's text.
   */
  const isAnswered = () => sending && !isFormUnanswered();
  const isDiscarded = useRef(false);
  const focusAgain = useFocusedField(form);
  /** A link to another document that waits for the person's decision. */
  const [blockedLink, setBlockedLink] = useState<{ address: string; wasSending: boolean }>();
  const { key } = useLocation();
  // The form may still be there after a navigation, e.g. if another form of the page was refused.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every navigation
  useEffect(() => {
    isDiscarded.current = false;
  }, [key]);
  const hasUnsavedText = () => {
    if (!form.current || isDiscarded.current || isAnswered()) return false;
    return isUnsaved(form.current);
  };

  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const submitted = submittedForm();
    if (submitted && submitted === form.current) return false;
    const leavesForm = submitted?.method === "post" || !isJump(currentLocation, nextLocation, historyAction);
    return leavesForm && hasUnsavedText();
  });
  const isWorthRestoring = (element: HTMLFormElement, isUnmounted: boolean) => {
    if (isNeverRestored || isDiscarded.current) return false;
    // An unmounted form was replaced by its response, which may be an error that saved nothing.
    return (isUnmounted || !isAnswered()) && isUnsaved(element);
  };
  useRestoredTyping(form, { isWorthRestoring, onRestored });
  useDocumentGuard(hasUnsavedText, (address) => setBlockedLink({ address, wasSending: sending }));
  useFrozenFields(form, sending || blocker.state === "proceeding");
  useWindowEvent("input", ({ target }) => {
    // The person stopped the loading of a link's document, and typed new text.
    if (form.current?.contains(target as Node)) isDiscarded.current = false;
  });

  const stay = () => {
    // The element that had the focus before the dialog may be gone, e.g. the palette.
    if (document.activeElement?.matches("body, dialog *")) focusAgain();
    setBlockedLink(undefined);
    blocker.reset?.();
  };
  const discard = () => {
    // A second click may come before the dialog closes, but `proceed` may be called only once.
    if (isDiscarded.current) return;
    isDiscarded.current = true;
    if (blockedLink) window.location.assign(blockedLink.address);
    else blocker.proceed?.();
  };
  // The response to the form ends the router's block, and likewise a link's question.
  const isAsked = blockedLink !== undefined && (!blockedLink.wasSending || sending);
  if (blocker.state !== "blocked" && !isAsked) return null;
  return <LeavingDialog question={blockedLink ?? blocker} sending={sending} onStay={stay} onDiscard={discard} />;
}

/**
 * Whether a navigation only goes to another place on the same page, so no text is lost. Back from
 * such a place removes the fragment; a link without a fragment reloads the page.
 */
export function isJump(here: Path, there: Path, action: string): boolean {
  const isSamePage = here.pathname === there.pathname && here.search === there.search;
  return isSamePage && here.hash !== there.hash && (there.hash !== "" || action === "POP");
}

/**
 * The form whose submit event is being handled; the router calls the blocker during that event. A
 * listener could miss a form that is sent during hydration.
 */
function submittedForm(): HTMLFormElement | undefined {
  const { event } = window;
  return event?.type === "submit" ? (event.target as HTMLFormElement) : undefined;
}

/** @returns a function that focuses the form's last focused field */
function useFocusedField(form: RefObject<HTMLFormElement>): () => void {
  const field = useRef<HTMLElement>();
  useWindowEvent("focusin", ({ target }) => {
    // The dialog may be inside the form.
    const isField = target instanceof HTMLElement && form.current?.contains(target) && !target.closest("dialog");
    if (isField) field.current = target;
  });
  return () => field.current?.focus();
}

type LeavingDialogProps = {
  /** Another object for each departure that is asked about. */
  question: object;
  sending: boolean;
  onStay: () => void;
  onDiscard: () => void;
};

function LeavingDialog({ question, sending, onStay, onDiscard }: LeavingDialogProps) {
  const t = useT();
  const words = sending ? "sending" : "unsaved";
  const dialog = useRef<HTMLDialogElement>(null);
  // The router may ask the next question before it unmounts this dialog, which is closed by then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question opens it
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, [question]);
  // `onClose` would be too late: its event may come after the next question.
  const stay = () => {
    dialog.current?.close();
    onStay();
  };
  return (
    <dialog
      ref={dialog}
      className={`${theme.paper} ${classes.dialog}`}
      aria-labelledby="unsaved"
      aria-describedby="unsaved-why"
      onCancel={stay}
    >
      <h2 id="unsaved">{t(`common:${words}.title`)}</h2>
      <p id="unsaved-why">{t(`common:${words}.message`)}</p>
      <div className={classes.answers}>
        <Button variant="filled" onClick={stay}>
          {t("common:unsaved.stay")}
        </Button>
        <Button variant="outline" onClick={onDiscard}>
          {t(`common:${words}.discard`)}
        </Button>
      </div>
    </dialog>
  );
}
