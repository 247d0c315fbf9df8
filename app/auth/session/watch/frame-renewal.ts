import { RENEWAL_FRAME_TIMEOUT_MS, RENEWAL_RETRY_MS } from "~/auth/fixed-times";
import type { Renewal } from "~/auth/sign-in/silent-renew.route";

/** The first retries wait for RENEWAL_RETRY_MS, the later retries for PATIENT_RETRY_MS. */
const EAGER_RETRIES = 12;
const PATIENT_RETRY_MS = 60_000;
const MIN_WAIT_MS = 1_000;
/** For a longer time, setTimeout fires at once. */
const MAX_WAIT_MS = 2_147_483_647;

/** @param renewInSeconds null if the provider doesn't say when the token expires */
export function renewBeforeExpiry(renewInSeconds: number | null, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const renewLater = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void renew(), Math.min(Math.max(ms, MIN_WAIT_MS), MAX_WAIT_MS));
  };
  async function renew(): Promise<void> {
    const renewal = await renewInFrame(signal);
    if (signal.aborted) return;
    // No retry: the next session check tells the page that the session has ended.
    if (renewal?.outcome === "ended") return;
    if (renewal?.outcome === "renewed") {
      failures = 0;
      if (renewal.renewInSeconds !== undefined) renewLater(renewal.renewInSeconds * 1000);
      return;
    }
    failures += 1;
    renewLater(failures > EAGER_RETRIES ? PATIENT_RETRY_MS : RENEWAL_RETRY_MS);
  }

  if (renewInSeconds !== null) renewLater(renewInSeconds * 1000);
  signal.addEventListener("abort", () => clearTimeout(timer));
}

function renewInFrame(signal: AbortSignal): Promise<Renewal | undefined> {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.title = "";
  frame.setAttribute("aria-hidden", "true");
  frame.src = "/auth/silent-renew";
  return new Promise<Renewal | undefined>((resolve) => {
    const timer = setTimeout(resolve, RENEWAL_FRAME_TIMEOUT_MS);
    frame.addEventListener("load", () => {
      const renewal = renewalIn(frame);
      // Without a result, the frame shows a page of the provider, which may still redirect back.
      if (!renewal) return;
      clearTimeout(timer);
      resolve(renewal);
    });
    signal.addEventListener("abort", () => resolve(undefined));
    document.body.append(frame);
  }).finally(() => frame.remove());
}

function renewalIn(frame: HTMLIFrameElement): Renewal | undefined {
  const { renewal: outcome, renewIn } = frame.contentDocument?.documentElement.dataset ?? {};
  if (!outcome) return undefined;
  return { outcome: outcome as Renewal["outcome"], renewInSeconds: renewIn ? Number(renewIn) : undefined };
}
