import { useWindowEvent } from "@mantine/hooks";
import { useBlocker, useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useT } from "~/i18n/hooks";
import { Button } from "~/ui/button";
import { isFormPending } from "~/ui/connection/stalled-requests";
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
 * Asks before unsaved text is lost, also while the form is being sent:
 * - in a dialog before links, other forms and Back;
 * - by the browser's own question before the tab is closed.
 * While any form is being sent, the fields are read-only: the next page would lack newer text.
 */
export function UnsavedGuard({ form, isUnsaved, onRestored, isNeverRestored }: UnsavedGuardProps) {
  const isSending = useSentForm() !== undefined;
  /** The server has responded to the sent form, and the router is loading the next page. */
  const isNextPageLoading = () => isSending && !isFormPending();
  const isDiscarded = useRef(false);
  const focusAgain = useFocusedField(form);
  const [blockedLink, setBlockedLink] = useState<{ address: string; wasSending: boolean }>();
  const { key } = useLocation();
  // Ask again: if the server has refused another form of the page, this form is still there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every navigation
  useEffect(() => {
    isDiscarded.current = false;
  }, [key]);
  const hasUnsavedText = () => {
    // If the next page is loading, the sent form was this one, or the person gave up this one.
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
      // Even after the response a removed form's text is worth restoring: an error screen may have
      // replaced the form.
      return (moment === "formRemoved" || !isNextPageLoading()) && isUnsaved(element);
    },
    onRestored,
  });
  useDocumentGuard(hasUnsavedText, (address) => setBlockedLink({ address, wasSending: isSending }));
  useFrozenFields(form, isSending || blocker.state === "proceeding");
  useWindowEvent("input", ({ target }) => {
    // After „discard” the person may cancel the loading of the next document, and go on typing.
    if (form.current?.contains(target as Node)) isDiscarded.current = false;
  });

  const stay = () => {
    // The dialog can't return the focus to an element that has vanished, for example the palette.
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
  // When the response to a sent form arrives, the router's `blocker` stops asking. The question
  // about a link that was clicked while the form was being sent must end then, too.
  const isAsked = blockedLink !== undefined && (!blockedLink.wasSending || isSending);
  if (blocker.state !== "blocked" && !isAsked) return null;
  return <LeavingDialog question={blockedLink ?? blocker} isSending={isSending} onStay={stay} onDiscard={discard} />;
}

/** Works only in the blocker, which the router calls during the form's submit event. */
function submittedForm(): HTMLFormElement | undefined {
  const { event } = window;
  return event?.type === "submit" ? (event.target as HTMLFormElement) : undefined;
}

function useFocusedField(form: RefObject<HTMLFormElement>): () => void {
  const field = useRef<HTMLElement>();
  useWindowEvent("focusin", ({ target }) => {
    // Not the dialog's buttons: the dialog may be inside the form.
    const isField = target instanceof HTMLElement && form.current?.contains(target) && !target.closest("dialog");
    if (isField) field.current = target;
  });
  return () => field.current?.focus();
}

type LeavingDialogProps = {
  /** A new object for each question opens the dialog again. */
  question: object;
  isSending: boolean;
  onStay: () => void;
  onDiscard: () => void;
};

function LeavingDialog({ question, isSending, onStay, onDiscard }: LeavingDialogProps) {
  const t = useT();
  const words = isSending ? "sending" : "unsaved";
  const dialog = useRef<HTMLDialogElement>(null);
  // Opens the dialog for each question: `stay` may have closed it without React unmounting it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question opens it
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, [question]);
  // Not in `onClose`, because the `close` event may come after the next question has begun.
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
      <div className={classes.buttons}>
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
