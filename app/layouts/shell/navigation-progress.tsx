import { useDebouncedValue } from "@mantine/hooks";
import { useNavigation } from "@remix-run/react";
import { type ComponentType, lazy, Suspense, useRef } from "react";
import { useStalledRequests } from "~/ui/connection/stalled-requests";

const NOTICED_AFTER_MS = 200;

/** If a deploy has removed the bar's chunk, there is no bar. */
const ProgressBar = lazy<ComponentType<{ isBusy: boolean }>>(() =>
  import("~/ui/theme/progress-bar").catch(() => ({ default: () => null })),
);

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
