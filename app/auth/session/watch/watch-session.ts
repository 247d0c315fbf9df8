import { RENEWAL_FRAME_TIMEOUT_MS, RENEWAL_RETRY_MS, SESSION_CHECK_INTERVAL_MS } from "~/auth/fixed-times";
import { NEWS_HEADER, PERSON_HEADER, SESSION_ENDS_HEADER } from "~/auth/session/session-check-protocol";
import { localeOfPath, pathIn } from "~/i18n/locales";
import { showToast, type Toast } from "~/ui/toast";

/** Pause before the second 401 that counts: another tab may be replacing the session just now. */
const CONFIRM_MS = 1_000;
/** After so many failures in a row a renewal is tried once a minute. */
const EAGER_RETRIES = 12;
const PATIENT_RETRY_MS = 60_000;
/** Prevents a tight loop of renewals. */
const SOONEST_MS = 1_000;
/** The longest that setTimeout can wait. */
const MAX_WAIT_MS = 2_147_483_647;

export type SessionState = "alive" | "ended" | "otherPerson";

type WatchOptions = {
  /** `session.person` of the root's data. */
  person: string;
  renewInSeconds: number | null;
  onChange: (state: SessionState) => void;
};

/** Checks once for all tabs and renews in a hidden frame (docs/product.md §4 and §9). */
export function watchSession({ person, renewInSeconds, onChange }: WatchOptions): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  checkWhileVisible(person, onChange, signal);
  renewAheadOf(renewInSeconds, signal);
  return () => stopping.abort();
}

function checkWhileVisible(person: string, onChange: WatchOptions["onChange"], signal: AbortSignal): void {
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

/** @returns undefined when offline or when the server fails */
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

function renewAheadOf(renewInSeconds: number | null, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const renewLater = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void renew(), Math.min(Math.max(ms, SOONEST_MS), MAX_WAIT_MS));
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

let isFetchingNews = false;

/** Shows the newest news, which the server gives once. Never rejects. */
async function showNews(): Promise<void> {
  if (isFetchingNews) return;
  isFetchingNews = true;
  try {
    const { pathname } = window.location;
    const address = pathIn(localeOfPath(pathname), "/sellers/jobs/news");
    // The page of an open job says itself that the job has ended.
    const [, openJob] = /\/sellers\/jobs\/([\w-]+)$/.exec(pathname) ?? [];
    const answer = await fetch(openJob ? `${address}?reading=${openJob}` : address, {
      cache: "no-store",
      redirect: "manual",
    });
    const message: Toast | null = answer.ok ? await answer.json() : null;
    if (message) showToast(message);
  } catch {
    // The next page shows the news.
  } finally {
    isFetchingNews = false;
  }
}

/** One tab's session check tells all tabs of the browser. */
type ExpiryMessage = { person: string; endHeader: string | null };

const CHANNEL = "session-expiry";

/** @param onExpiry gets the header's value, or null while the end isn't near */
export function hearExpiry(person: string, onExpiry: (endHeader: string | null) => void): () => void {
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
