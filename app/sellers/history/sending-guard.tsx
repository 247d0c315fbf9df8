import { type ComponentType, type MutableRefObject, useEffect, useRef, useState } from "react";
import { isFormUnanswered } from "~/ui/connection/stalled-requests";
import type { UnsavedGuardProps } from "~/ui/form/unsaved-guard";

/** Asks before the page is left while one of its forms is being sent. */
export function SendingGuard() {
  const form: MutableRefObject<HTMLFormElement | null> = useRef(null);
  const [loaded, setLoaded] = useState<{ Guard: ComponentType<UnsavedGuardProps> }>();
  useEffect(() => {
    const onSubmit = ({ target }: Event) => {
      if (!(target instanceof HTMLFormElement) || target.method !== "post") return;
      form.current = target;
      // A deploy may have removed the chunk; then the page is left without a question.
      import("~/ui/form/unsaved-guard").then(
        ({ UnsavedGuard }) => setLoaded({ Guard: UnsavedGuard }),
        () => {},
      );
    };
    document.addEventListener("submit", onSubmit, true);
    return () => document.removeEventListener("submit", onSubmit, true);
  }, []);
  return loaded && <loaded.Guard form={form} isUnsaved={isFormUnanswered} isFleeting />;
}
