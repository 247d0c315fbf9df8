import { useDebouncedValue } from "@mantine/hooks";
import { useNavigation } from "@remix-run/react";
import { type ComponentType, lazy, Suspense, useRef } from "react";
import { useStalledRequests } from "~/ui/connection/stalled-requests";

/** A shorter wait, in ms, needs no bar. */
const NOTICED_AFTER_MS = 200;

/** Loaded with the first slow navigation; there is no bar if a deploy has removed its chunk. */
const ProgressBar = lazy<ComponentType<{ isBusy: boolean }>>(() =>
  import("~/ui/theme/progress-bar").catch(() => ({ default: () => null })),
);

/** Shows a bar at the window's upper edge while a page is awaited. */
export function NavigationProgress() {
  const stalled = useStalledRequests();
  const isBusy = useNavigation().state !== "idle" && !stalled;
  const [wasBusy] = useDebouncedValue(isBusy, NOTICED_AFTER_MS);
  const isSlow = isBusy && wasBusy;
  // The bar stays mounted, so that its animation can end.
  const hasBeenSlow = useRef(false);
  hasBeenSlow.current ||= isSlow;
  if (!hasBeenSlow.current) return null;
  return (
    <Suspense fallback={null}>
      <ProgressBar isBusy={isSlow} />
    </Suspense>
  );
}
