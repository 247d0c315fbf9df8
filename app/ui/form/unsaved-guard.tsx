import { useWindowEvent } from "@mantine/hooks";
import { useBlocker, useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useT } from "~/i18n/hooks";
import { Button } from "~/ui/button";
import { isFormUnanswered } from "~/ui/connection/stalled-requests";
import { type Typed, useRestoredTyping } from "~/ui/restored-typing";
import theme from "~/ui/theme/components.module.css";
import { useDocumentGuard } from "./document-guard";
import { isJump } from "./form-arrival";
import { useFrozenFields } from "./frozen-fields";
import { useSentForm } from "./post-form";
import classes from "./unsaved-guard.module.css";

export type UnsavedGuardProps = {
  form: RefObject<HTMLFormElement>;
  isUnsaved: (form: HTMLFormElement) => boolean;
  onRestored?: (typed: Typed) => void;
  /** For a form in a menu: a reload closes the menu, and another form would get the text. */
  isNeverRestored?: boolean;
};

/**
 * Asks before unsaved text is lost, also while the form is being sent. A dialog asks before links,
 * other forms and Back; the browser asks before it closes the tab. While a response or another page
 * is loading, the fields are read-only, because that page would not have the newly typed text.
 */
export function UnsavedGuard({ form, isUnsaved, onRestored, isNeverRestored }: UnsavedGuardProps) {
  const isSending = useSentForm() !== undefined;
  /** If another form was sent, the person has agreed to lose this form's text. */
  const isNextPageLoading = () => isSending && !isFormUnanswered();
  const isDiscarded = useRef(false);
  const focusAgain = useFocusedField(form);
  const [blockedLink, setBlockedLink] = useState<{ address: string; wasSending: boolean }>();
  const { key } = useLocation();
  // If the server refuses another form of the page, this form is still mounted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every navigation
  useEffect(() => {
    isDiscarded.current = false;
  }, [key]);
  const hasUnsavedText = () => {
    if (!form.current || isDiscarded.current || isNextPageLoading()) return false;
    return isUnsaved(form.current);
  };

  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const submitted = submittedForm();
    if (submitted && submitted === form.current) return false;
    const leavesForm = submitted?.method === "post" || !isJump(currentLocation, nextLocation, historyAction);
    return leavesForm && hasUnsavedText();
  });
  useRestoredTyping(form, {
    isWorthRestoring: (element, moment) => {
      if (isNeverRestored || isDiscarded.current) return false;
      // The response that has replaced a removed form may be an error screen: nothing was saved.
      return (moment === "formRemoved" || !isNextPageLoading()) && isUnsaved(element);
    },
    onRestored,
  });
  useDocumentGuard(hasUnsavedText, (address) => setBlockedLink({ address, wasSending: isSending }));
  useFrozenFields(form, isSending || blocker.state === "proceeding");
  useWindowEvent("input", ({ target }) => {
    // After „discard” the person may stop the loading of the next document, and go on typing.
    if (form.current?.contains(target as Node)) isDiscarded.current = false;
  });

  const stay = () => {
    // The element that had the focus before the dialog may be gone, e.g. the palette.
    if (document.activeElement?.matches("body, dialog *")) focusAgain();
    setBlockedLink(undefined);
    blocker.reset?.();
  };
  const discard = () => {
    // A double click calls this twice, but `proceed` may be called only once.
    if (isDiscarded.current) return;
    isDiscarded.current = true;
    if (blockedLink) window.location.assign(blockedLink.address);
    else blocker.proceed?.();
  };
  // The form's response ends the router's block, and so it must end the question about a link.
  const isAsked = blockedLink !== undefined && (!blockedLink.wasSending || isSending);
  if (blocker.state !== "blocked" && !isAsked) return null;
  return <LeavingDialog question={blockedLink ?? blocker} isSending={isSending} onStay={stay} onDiscard={discard} />;
}

/** The router calls the blocker while it handles the submit event. */
function submittedForm(): HTMLFormElement | undefined {
  const { event } = window;
  return event?.type === "submit" ? (event.target as HTMLFormElement) : undefined;
}

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
  /** A new object for each question. */
  question: object;
  isSending: boolean;
  onStay: () => void;
  onDiscard: () => void;
};

function LeavingDialog({ question, isSending, onStay, onDiscard }: LeavingDialogProps) {
  const t = useT();
  const words = isSending ? "sending" : "unsaved";
  const dialog = useRef<HTMLDialogElement>(null);
  // The next question may begin before React has unmounted this closed dialog.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question opens it
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, [question]);
  // The `close` event may follow only after the next question has begun, so `onClose` is no use.
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
