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
import { useSentForm } from "./sent-form";
import classes from "./unsaved-guard.module.css";

export type UnsavedGuardProps = {
  form: RefObject<HTMLFormElement>;
  /** Whether the form holds something that isn't saved. */
  isUnsaved: (form: HTMLFormElement) => boolean;
  /** Called after a reload with the restored fields, hidden ones too. */
  onRestored?: (typed: Typed) => void;
  /** The form is gone after a reload; its text would return in the next form at the address. */
  isNeverRestored?: boolean;
};

/**
 * Asks before typed text is lost: by our dialog for links, Back within the app and other forms, by
 * the browser's for closing the tab. While the form is sent it asks before leaving, too. The fields
 * are read-only while an answer or the next page, which would replace what is typed, is on its way.
 */
export function UnsavedGuard({ form, isUnsaved, onRestored, isNeverRestored }: UnsavedGuardProps) {
  const sending = useSentForm() !== undefined;
  /**
   * The server has the sent form, and its answer's page is being loaded. If that is another form,
   * this one's text was given up: the question came before.
   */
  const isAnswered = () => sending && !isFormUnanswered();
  const isDiscarded = useRef(false);
  const focusAgain = useFocusedField(form);
  /** A link to a new document, and whether the form was being sent when it was asked about. */
  const [blockedLink, setBlockedLink] = useState<{ address: string; wasSending: boolean }>();
  const { key } = useLocation();
  // A navigation may end with the form still there, e.g. when another form of the page was refused.
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
    // A form that is gone was replaced by its answer, which may be an error that saved nothing.
    return (isUnmounted || !isAnswered()) && isUnsaved(element);
  };
  useRestoredTyping(form, { isWorthRestoring, onRestored });
  useDocumentGuard(hasUnsavedText, (address) => setBlockedLink({ address, wasSending: sending }));
  useFrozenFields(form, sending || blocker.state === "proceeding");
  useWindowEvent("input", ({ target }) => {
    // The browser was told to stop before a link's document came, and there is new text to lose.
    if (form.current?.contains(target as Node)) isDiscarded.current = false;
  });

  const stay = () => {
    // The element that had the focus before the dialog may be gone, as the palette is.
    if (document.activeElement?.matches("body, dialog *")) focusAgain();
    setBlockedLink(undefined);
    blocker.reset?.();
  };
  const discard = () => {
    // A second click may come before the dialog closes, and the router accepts one answer.
    if (isDiscarded.current) return;
    isDiscarded.current = true;
    if (blockedLink) window.location.assign(blockedLink.address);
    else blocker.proceed?.();
  };
  // The router unblocks once the form's answer has come, and so does a link's question.
  const isAsked = blockedLink !== undefined && (!blockedLink.wasSending || sending);
  if (blocker.state !== "blocked" && !isAsked) return null;
  return <LeavingDialog question={blockedLink ?? blocker} sending={sending} onStay={stay} onDiscard={discard} />;
}

/**
 * Whether a navigation only goes to another place of the page, and so leaves nothing behind. Back
 * from such a place removes the fragment; a link without a fragment opens the page anew.
 */
export function isJump(here: Path, there: Path, action: string): boolean {
  const isSamePage = here.pathname === there.pathname && here.search === there.search;
  return isSamePage && here.hash !== there.hash && (there.hash !== "" || action === "POP");
}

/**
 * The form whose submit event is being handled: the router calls the blocker for it, too. A listener
 * of ours could come too late for a form that is sent while the page is taken over.
 */
function submittedForm(): HTMLFormElement | undefined {
  const { event } = window;
  return event?.type === "submit" ? (event.target as HTMLFormElement) : undefined;
}

/** @returns a function that focuses the form's last focused field */
function useFocusedField(form: RefObject<HTMLFormElement>): () => void {
  const field = useRef<HTMLElement>();
  useWindowEvent("focusin", ({ target }) => {
    // The dialog stands in the form, too.
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
  // The router learns late that the person stayed: the next question may reopen the closed dialog.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question opens it
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, [question]);
  // Not in `onClose`: that event comes later, maybe after the next question.
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
