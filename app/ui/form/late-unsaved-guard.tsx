import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import type { UnsavedGuardProps } from "./unsaved-guard";

/** Lies with the form of sellers; a page does as well without it when its chunk is gone. */
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

/** `UnsavedGuard`, loaded once the page is awake. */
export function LateUnsavedGuard(props: UnsavedGuardProps) {
  const [awake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  if (!awake) return null;
  return (
    <Suspense fallback={null}>
      <UnsavedGuard {...props} />
    </Suspense>
  );
}
