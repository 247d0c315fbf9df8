import { type MutableRefObject, useEffect, useRef, useState } from "react";
import { isFormUnanswered } from "~/ui/connection/stalled-requests";
import { LateUnsavedGuard } from "~/ui/form/late-unsaved-guard";

/** Asks before the page is left while one of its forms is being sent. */
export function SendingGuard() {
  const form: MutableRefObject<HTMLFormElement | null> = useRef(null);
  const [hasSent, setSent] = useState(false);
  useEffect(() => {
    const onSubmit = ({ target }: Event) => {
      if (!(target instanceof HTMLFormElement) || target.method !== "post") return;
      form.current = target;
      setSent(true);
    };
    document.addEventListener("submit", onSubmit, true);
    return () => document.removeEventListener("submit", onSubmit, true);
  }, []);
  return hasSent && <LateUnsavedGuard form={form} isUnsaved={isFormUnanswered} isNeverRestored />;
}
