import { Button, Group, Paper, Text, Title } from "@mantine/core";
import { type Location, useBlocker } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isFormUnanswered } from "~/ui/connection/stalled-requests";
import { useSentForm } from "~/ui/connection/use-stalled";
import { type Typed, useRestoredTyping } from "~/ui/restored-typing";

type UnsavedGuardProps = {
  form: RefObject<HTMLFormElement>;
  /** Whether the form holds something that isn't saved. */
  isUnsaved: (form: HTMLFormElement) => boolean;
  /** What was put back into the form after a reload, with the hidden fields that it goes with. */
  onRestored?: (typed: Typed) => void;
};

/**
 * Asks before what was typed into a form is left behind: by a dialog of ours for links and for Back within the app,
 * by the browser's own for closing the tab or going to another address. Sending the form asks nothing.
 */
export function UnsavedGuard({ form, isUnsaved, onRestored }: UnsavedGuardProps) {
  const sending = useSentForm() !== undefined;
  const submitted = useSubmitted(form);
  const discarded = useRef(false);
  /** Where a link leads that asks for a new document. */
  const [address, setAddress] = useState<string>();
  const wouldLose = useRef<() => boolean>(() => false);
  wouldLose.current = () => !sending && !discarded.current && form.current !== null && isUnsaved(form.current);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !submitted.current && leaves(currentLocation, nextLocation) && wouldLose.current(),
  );
  const sent = useRef(sending);
  sent.current = sending;
  const isWorthRestoring = (element: HTMLFormElement, left: boolean) => {
    if (discarded.current || (!left && sent.current && !isFormUnanswered())) return false;
    return isUnsaved(element);
  };
  useRestoredTyping(form, { isWorthRestoring, onRestored });
  useTabClose(wouldLose);
  useDocumentLinks(wouldLose, setAddress);

  const stay = () => {
    setAddress(undefined);
    blocker.reset?.();
  };
  const discard = () => {
    discarded.current = true;
    if (address) window.location.assign(address);
    else blocker.proceed?.();
  };
  if (blocker.state !== "blocked" && !address) return null;
  return <LeavingDialog onStay={stay} onDiscard={discard} />;
}

/** A jump to another place of the page leaves nothing behind. */
function leaves(here: Location, there: Location): boolean {
  return here.pathname !== there.pathname || here.search !== there.search || here.hash === there.hash;
}

/** Whether the form is being sent in this very moment: the router asks about that as about any other navigation. */
function useSubmitted(form: RefObject<HTMLFormElement>) {
  const submitted = useRef(false);
  useEffect(() => {
    const element = form.current;
    const onSubmit = () => {
      submitted.current = true;
      setTimeout(() => {
        submitted.current = false;
      });
    };
    element?.addEventListener("submit", onSubmit);
    return () => element?.removeEventListener("submit", onSubmit);
  }, [form]);
  return submitted;
}

function useTabClose(wouldLose: RefObject<() => boolean>) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (wouldLose.current?.()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [wouldLose]);
}

/** Links that the browser itself follows with a new document: another language, signing out. */
function useDocumentLinks(wouldLose: RefObject<() => boolean>, ask: (address: string) => void) {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!link?.href || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
      const here = link.pathname === window.location.pathname && link.search === window.location.search;
      if (!/^https?:$/.test(link.protocol) || (here && link.hash) || !wouldLose.current?.()) return;
      event.preventDefault();
      ask(link.href);
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [wouldLose, ask]);
}

function LeavingDialog({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <Paper
      component="dialog"
      ref={dialog}
      withBorder
      radius="lg"
      shadow="lg"
      p="lg"
      maw="min(28rem, calc(100vw - 2rem))"
      c="var(--mantine-color-text)"
      aria-labelledby="unsaved"
      aria-describedby="unsaved-why"
      onClose={onStay}
    >
      <Title order={2} id="unsaved">
        {t("unsaved.title")}
      </Title>
      <Text id="unsaved-why" mt="xs">
        {t("unsaved.message")}
      </Text>
      <Group gap="sm" mt="lg">
        <Button variant="filled" onClick={onStay}>
          {t("unsaved.stay")}
        </Button>
        <Button variant="outline" color="red" onClick={onDiscard}>
          {t("unsaved.discard")}
        </Button>
      </Group>
    </Paper>
  );
}
