import { type Path, useActionData, useBlocker, useLocation, useNavigate } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { isFormUnanswered, useSentForm } from "~/ui/connection/stalled-requests";
import { type Typed, useRestoredTyping } from "~/ui/restored-typing";
import theme from "~/ui/theme/components.module.css";
import { useDocumentGuard } from "./document-guard";
import { useFrozenFields } from "./frozen-fields";
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
 * the browser's for closing the tab. While the form is sent it asks before leaving, too, and the
 * fields are read-only, because the answer would replace what is typed.
 */
export function UnsavedGuard(props: UnsavedGuardProps) {
  /**
   * Grows when the person agreed to leave, types on, and that navigation can't be cancelled. The
   * router calls a blocker that has let a navigation pass no second time, so a new one is needed.
   */
  const [blockerKey, setBlockerKey] = useState(0);
  return <Guard key={blockerKey} {...props} onTypedAfterLeaving={() => setBlockerKey(blockerKey + 1)} />;
}

function Guard({
  form,
  isUnsaved,
  onRestored,
  isNeverRestored,
  onTypedAfterLeaving,
}: UnsavedGuardProps & { onTypedAfterLeaving: () => void }) {
  const sending = useSentForm() !== undefined;
  const isSending = useRef(sending);
  isSending.current = sending;
  /** The server has the form's text, and its answer's page is being loaded. */
  const isAnswered = () => isSending.current && !isFormUnanswered();
  const submittedForm = useSubmittedForm();
  const isDiscarded = useRef(false);
  const focusedField = useRef<HTMLElement>();
  /** A link to a new document, and whether the form was being sent when it was asked about. */
  const [blockedLink, setBlockedLink] = useState<{ address: string; sending: boolean }>();
  const { key } = useLocation();
  const cancelNavigation = useCancelNavigation();
  // A navigation may end with the form still there, e.g. when another form of the page was refused.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every navigation
  useEffect(() => {
    isDiscarded.current = false;
  }, [key]);
  const wouldLose = useRef<() => boolean>(() => false);
  wouldLose.current = () => {
    if (!form.current || isDiscarded.current || isAnswered()) return false;
    return isUnsaved(form.current);
  };

  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const submitted = submittedForm.current;
    if (submitted && submitted === form.current) return false;
    return (
      (submitted?.method === "post" || !isJump(currentLocation, nextLocation, historyAction)) && wouldLose.current()
    );
  });
  const isWorthRestoring = (element: HTMLFormElement, isUnmounted: boolean) => {
    if (isNeverRestored || isDiscarded.current || (!isUnmounted && isAnswered())) return false;
    return isUnsaved(element);
  };
  useRestoredTyping(form, { isWorthRestoring, onRestored });
  useDocumentGuard(wouldLose, (address) => setBlockedLink({ address, sending }));
  useFrozenFields(form, sending);
  // The person agreed to leave, but the page stayed and has new text to lose.
  useFormEvent(form, "input", () => {
    if (!isDiscarded.current) return;
    // A new blocker is registered some tasks later, and a click in between would lose the text.
    if (cancelNavigation()) isDiscarded.current = false;
    else onTypedAfterLeaving();
  });
  useFormEvent(form, "focusin", ({ target }) => {
    // The dialog stands in the form, too.
    if (target instanceof HTMLElement && !target.closest("dialog")) focusedField.current = target;
  });

  const stay = () => {
    // The element that had the focus before the dialog may be gone, as the palette is.
    if (document.activeElement?.matches("body, dialog *")) focusedField.current?.focus();
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
  const isAsked = blockedLink !== undefined && (!blockedLink.sending || sending);
  if (blocker.state !== "blocked" && !isAsked) return null;
  return <LeavingDialog question={blockedLink ?? blocker} sending={sending} onStay={stay} onDiscard={discard} />;
}

/**
 * Cancels the navigation, whose page would replace what is being typed. The router does so only by
 * another navigation; a jump within the page loads nothing, but drops an action's answer, so there
 * it returns false and cancels nothing.
 */
function useCancelNavigation(): () => boolean {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const answer = useActionData();
  const otherFragment = hash === "#content" ? "#unsaved" : "#content";
  return () => {
    if (!answer) navigate({ pathname, search, hash: otherFragment }, { replace: true, preventScrollReset: true });
    return !answer;
  };
}

/**
 * Whether a navigation only goes to another place of the page, and so leaves nothing behind. Back
 * from such a place removes the fragment; a link without a fragment opens the page anew.
 */
export function isJump(here: Path, there: Path, action: string): boolean {
  const isSamePage = here.pathname === there.pathname && here.search === there.search;
  return isSamePage && here.hash !== there.hash && (there.hash !== "" || action === "POP");
}

/** The form whose submit event is being handled: the router calls the blocker for it, too. */
function useSubmittedForm(): RefObject<HTMLFormElement> {
  const submitted = useRef<HTMLFormElement | null>(null);
  useEffect(() => {
    const onSubmit = ({ target }: SubmitEvent) => {
      submitted.current = target as HTMLFormElement;
      setTimeout(() => {
        submitted.current = null;
      });
    };
    document.addEventListener("submit", onSubmit, true);
    return () => document.removeEventListener("submit", onSubmit, true);
  }, []);
  return submitted;
}

function useFormEvent(form: RefObject<HTMLFormElement>, type: string, act: (event: Event) => void) {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const element = form.current;
    const onEvent = (event: Event) => latest.current(event);
    element?.addEventListener(type, onEvent);
    return () => element?.removeEventListener(type, onEvent);
  }, [form, type]);
}

type LeavingDialogProps = {
  /** Another object for each departure that is asked about. */
  question: object;
  sending: boolean;
  onStay: () => void;
  onDiscard: () => void;
};

function LeavingDialog({ question, sending, onStay, onDiscard }: LeavingDialogProps) {
  const { t } = useTranslation();
  const words = sending ? "sending" : "unsaved";
  const dialog = useRef<HTMLDialogElement>(null);
  // The router tells late that the person stayed. Who leaves again at once gets the next question in
  // the dialog that was just closed.
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
      <h2 id="unsaved">{t(`${words}.title`)}</h2>
      <p id="unsaved-why">{t(`${words}.message`)}</p>
      <div className={classes.answers}>
        <Button variant="filled" onClick={stay}>
          {t("unsaved.stay")}
        </Button>
        <Button variant="outline" onClick={onDiscard}>
          {t(`${words}.discard`)}
        </Button>
      </div>
    </dialog>
  );
}
