import { RENEWAL_FRAME_TIMEOUT_MS, RENEWAL_RETRY_MS } from "~/auth/fixed-times";

/** After so many failures in a row a renewal is tried once a minute. */
const EAGER_RETRIES = 12;
const PATIENT_RETRY_MS = 60_000;
/** Prevents a tight loop of renewals. */
const MIN_WAIT_MS = 1_000;
/** The longest that setTimeout can wait. */
const MAX_WAIT_MS = 2_147_483_647;

/**
 * Renews the token in a hidden frame, before it ends (docs/product.md §4 and §9).
 * @param renewInSeconds null if the provider gave no end of the token
 */
export function renewInTime(renewInSeconds: number | null, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const renewLater = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void renew(), Math.min(Math.max(ms, MIN_WAIT_MS), MAX_WAIT_MS));
  };
  async function renew(): Promise<void> {
    const answer = await renewInFrame(signal);
    if (signal.aborted) return;
    // The next session check reports the end.
    if (answer?.outcome === "ended") return;
    if (answer?.outcome === "renewed") {
      failures = 0;
      if (answer.renewInSeconds !== undefined) renewLater(answer.renewInSeconds * 1000);
      return;
    }
    failures += 1;
    renewLater(failures > EAGER_RETRIES ? PATIENT_RETRY_MS : RENEWAL_RETRY_MS);
  }

  if (renewInSeconds !== null) renewLater(renewInSeconds * 1000);
  signal.addEventListener("abort", () => clearTimeout(timer));
}

/** `outcome` is that of a `Renewal` (silent-renew.route.ts). */
type FrameAnswer = { outcome: string; renewInSeconds?: number };

function renewInFrame(signal: AbortSignal): Promise<FrameAnswer | undefined> {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.title = "";
  frame.setAttribute("aria-hidden", "true");
  frame.src = "/auth/silent-renew";
  return new Promise<FrameAnswer | undefined>((resolve) => {
    const timer = setTimeout(resolve, RENEWAL_FRAME_TIMEOUT_MS);
    frame.addEventListener("load", () => {
      const answer = answerIn(frame);
      if (!answer) return;
      clearTimeout(timer);
      resolve(answer);
    });
    signal.addEventListener("abort", () => resolve(undefined));
    document.body.append(frame);
  }).finally(() => frame.remove());
}

function answerIn(frame: HTMLIFrameElement): FrameAnswer | undefined {
  const { renewal, renewIn } = frame.contentDocument?.documentElement.dataset ?? {};
  if (!renewal) return undefined;
  return { outcome: renewal, ...(renewIn ? { renewInSeconds: Number(renewIn) } : {}) };
}
