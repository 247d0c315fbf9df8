import { useMounted, useWindowEvent } from "@mantine/hooks";
import { type ComponentType, lazy, type MutableRefObject, Suspense, useRef, useState } from "react";
import { isFormPending } from "~/ui/connection/stalled-requests";
import type { UnsavedGuardProps } from "./unsaved-guard";

/** Loaded separately to keep the page's script small. Without its chunk there is no question. */
const UnsavedGuard = lazy<ComponentType<UnsavedGuardProps>>(() =>
  import("./unsaved-guard").then(
    ({ UnsavedGuard }) => ({ default: UnsavedGuard }),
    () => ({ default: () => null }),
  ),
);

/** Returns a function for `isUnsaved`: whether the form's field has text. */
export function isFieldFilled(name: string): UnsavedGuardProps["isUnsaved"] {
  return (form) => String(new FormData(form).get(name) ?? "").trim() !== "";
}

/** Renders nothing on the server, where the page would wait for the lazy component. */
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
  // The guard stays mounted after the response: `isFormPending` is false then, so it doesn't ask.
  return hasBegun && <LateUnsavedGuard form={form} isUnsaved={isFormPending} isNeverRestored />;
}
