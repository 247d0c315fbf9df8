import { SESSION_CHECK_INTERVAL_MS } from "~/auth/fixed-times";
import { NEWS_HEADER, PERSON_HEADER, SESSION_ENDS_HEADER } from "~/auth/session/session-headers";
import { showNews } from "./news-toast";

/** Pause before the second 401 that counts: another tab may be replacing the session just now. */
const CONFIRM_MS = 1_000;

export type SessionState = "alive" | "ended" | "otherPerson";

/**
 * Checks whether the session lives, once for all tabs of the browser (docs/product.md §4 and §9).
 * @param person `session.person` of the root's data
 */
export function startPolling(person: string, onChange: (state: SessionState) => void, signal: AbortSignal): void {
  let lastState: SessionState = "alive";
  let isChecking = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const tabs = new BroadcastChannel("session-check");
  let otherTabCheckedAt = Number.NEGATIVE_INFINITY;
  tabs.onmessage = ({ data }) => {
    if (data === person) otherTabCheckedAt = performance.now();
  };

  async function check(): Promise<void> {
    if (isChecking || document.visibilityState !== "visible") return;
    if (lastState === "alive" && performance.now() - otherTabCheckedAt < SESSION_CHECK_INTERVAL_MS) return;
    isChecking = true;
    if (lastState === "alive") tabs.postMessage(person);
    let state = await requestState(person);
    if (state === "ended" && lastState === "alive") {
      await pause(CONFIRM_MS);
      state = await requestState(person);
    }
    isChecking = false;
    if (signal.aborted || state === undefined || state === lastState) return;
    lastState = state;
    if (state === "alive") startTimer();
    else clearInterval(timer);
    onChange(state);
  }

  function startTimer(): void {
    timer = setInterval(() => void check(), SESSION_CHECK_INTERVAL_MS);
  }

  startTimer();
  // After the end the timer stands still: only the person's return can mean a new sign-in.
  document.addEventListener("visibilitychange", () => void check(), { signal });
  window.addEventListener("focus", () => void check(), { signal });
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    tabs.close();
  });
}

/**
 * Also passes on what else the response says: a near end to all tabs, news to the person.
 * @returns undefined when offline or when the server fails
 */
async function requestState(person: string): Promise<SessionState | undefined> {
  try {
    const { status, headers } = await fetch("/auth/session", { cache: "no-store", redirect: "manual" });
    if (status === 204 || status === 401) tellExpiry(person, headers);
    if (status === 401) return "ended";
    if (status !== 204) return undefined;
    if ((headers.get(PERSON_HEADER) ?? person) !== person) return "otherPerson";
    if (headers.has(NEWS_HEADER)) void showNews();
    return "alive";
  } catch {
    return undefined;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** One tab's session check tells all tabs of the browser. */
type ExpiryMessage = { person: string; endHeader: string | null };

const CHANNEL = "session-expiry";

/** @param onExpiry gets the header's value, or null while the end isn't near */
export function subscribeToExpiry(person: string, onExpiry: (endHeader: string | null) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<ExpiryMessage>) => {
    if (data.person === person) onExpiry(data.endHeader);
  };
  return () => channel.close();
}

/** Tells all tabs, this one too, when the session ends. */
function tellExpiry(person: string, headers: Headers): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ person, endHeader: headers.get(SESSION_ENDS_HEADER) } satisfies ExpiryMessage);
  channel.close();
}

/** Uses the session, which moves its idle limit. @returns whether its end isn't near any more */
export async function prolongSession(person: string): Promise<boolean> {
  const answer = await fetch("/auth/session", { method: "POST", redirect: "manual" }).catch(() => undefined);
  if (answer?.status !== 204) return false;
  tellExpiry(person, answer.headers);
  return !answer.headers.has(SESSION_ENDS_HEADER);
}
