import { SESSION_CHECK_INTERVAL_MS } from "~/auth/fixed-times";
import { NEWS_HEADER, PERSON_HEADER, SESSION_ENDS_HEADER } from "~/auth/session/session-headers";
import { showNews } from "./news-toast";

/** A 401 is checked again after this pause: another tab may just be signing in. */
const CONFIRM_MS = 1_000;

export type SessionState = "alive" | "ended" | "otherPerson";

type Listeners = {
  onChange: (state: SessionState) => void;
  /** `endHeader` is null while the session's end isn't near. */
  onExpiry: (endHeader: string | null) => void;
};

export function startPolling(person: string, { onChange, onExpiry }: Listeners, signal: AbortSignal): void {
  let lastState: SessionState = "alive";
  let isChecking = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  async function check(): Promise<void> {
    if (isChecking || document.visibilityState !== "visible") return;
    isChecking = true;
    let state = await requestState(person, onExpiry);
    if (state === "ended" && lastState === "alive") {
      await pause(CONFIRM_MS);
      state = await requestState(person, onExpiry);
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
  // After the session's end the timer is off. These events notice a person who has signed in
  // elsewhere and returns to this tab.
  document.addEventListener("visibilitychange", () => void check(), { signal });
  window.addEventListener("focus", () => void check(), { signal });
  signal.addEventListener("abort", () => clearInterval(timer));
}

/** @returns undefined when offline or when the server fails */
async function requestState(person: string, onExpiry: Listeners["onExpiry"]): Promise<SessionState | undefined> {
  try {
    const { status, headers } = await fetch("/auth/session", { cache: "no-store", redirect: "manual" });
    if (status === 204 || status === 401) onExpiry(headers.get(SESSION_ENDS_HEADER));
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
