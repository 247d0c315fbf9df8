import { useMounted, useWindowEvent } from "@mantine/hooks";
import { type ComponentType, lazy, type MutableRefObject, Suspense, useRef, useState } from "react";
import { isFormUnanswered } from "~/ui/connection/stalled-requests";
import type { UnsavedGuardProps } from "./unsaved-guard";

/** The guard needn't be in the page's script. If a deploy has removed its file, nothing asks. */
const UnsavedGuard = lazy<ComponentType<UnsavedGuardProps>>(() =>
  import("./unsaved-guard").then(
    ({ UnsavedGuard }) => ({ default: UnsavedGuard }),
    () => ({ default: () => null }),
  ),
);

/** Whether the form's field of this name holds text. */
export function holdsText(name: string): UnsavedGuardProps["isUnsaved"] {
  return (form) => String(new FormData(form).get(name) ?? "").trim() !== "";
}

/** Loads `UnsavedGuard` after hydration, because the server's page would wait for it. */
export function LateUnsavedGuard(props: UnsavedGuardProps) {
  if (!useMounted()) return null;
  return (
    <Suspense fallback={null}>
      <UnsavedGuard {...props} />
    </Suspense>
  );
}

/** Asks before the page is left while one of its forms is being sent. */
export function SendingGuard() {
  const form: MutableRefObject<HTMLFormElement | null> = useRef(null);
  const [hasBegun, setBegun] = useState(false);
  const onSubmit = ({ target }: SubmitEvent) => {
    if (!(target instanceof HTMLFormElement) || target.method !== "post") return;
    form.current = target;
    setBegun(true);
  };
  useWindowEvent("submit", onSubmit, true);
  // The guard stays mounted, because `isFormUnanswered` says whether a form is still being sent.
  return hasBegun && <LateUnsavedGuard form={form} isUnsaved={isFormUnanswered} isNeverRestored />;
}
