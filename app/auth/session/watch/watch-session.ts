import { RENEWAL_FRAME_TIMEOUT_MS, RENEWAL_RETRY_MS, SESSION_CHECK_INTERVAL_MS } from "~/auth/fixed-times";
import { NEWS_HEADER, PERSON_HEADER, SESSION_ENDS_HEADER } from "~/auth/session/session-check-protocol";
import { localeOfPath, pathIn } from "~/i18n/locales";
import { showToast, type Toast } from "~/ui/toast";

/** Only a second 401 counts, because another tab may be replacing the session just now. */
const CONFIRM_MS = 1_000;
/** After so many failures in a row a renewal is tried once a minute. */
const EAGER_RETRIES = 12;
const PATIENT_RETRY_MS = 60_000;
/** Prevents a tight loop of renewals. */
const SOONEST_MS = 1_000;
/** The longest that setTimeout can wait. */
const MAX_WAIT_MS = 2_147_483_647;

export type SessionState = "lives" | "ended" | "another's";

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
  let lastState: SessionState = "lives";
  let checking = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const tabs = new BroadcastChannel("session-check");
  let heardAt = Number.NEGATIVE_INFINITY;
  tabs.onmessage = ({ data }) => {
    if (data === person) heardAt = performance.now();
  };

  async function check(): Promise<void> {
    if (checking || document.visibilityState !== "visible") return;
    if (lastState === "lives" && performance.now() - heardAt < SESSION_CHECK_INTERVAL_MS) return;
    checking = true;
    if (lastState === "lives") tabs.postMessage(person);
    let state = await requestState(person);
    if (state === "ended" && lastState === "lives") {
      await pause(CONFIRM_MS);
      state = await requestState(person);
    }
    checking = false;
    if (signal.aborted || state === undefined || state === lastState) return;
    lastState = state;
    if (state === "lives") begin();
    else clearInterval(timer);
    onChange(state);
  }

  function begin(): void {
    timer = setInterval(() => void check(), SESSION_CHECK_INTERVAL_MS);
  }

  begin();
  // After the end only the person's return can mean a new sign-in.
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
    if ((headers.get(PERSON_HEADER) ?? person) !== person) return "another's";
    if (headers.has(NEWS_HEADER)) void tellNews();
    return "lives";
  } catch {
    return undefined;
  }
}

function renewAheadOf(renewInSeconds: number | null, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void renew(), Math.min(Math.max(ms, SOONEST_MS), MAX_WAIT_MS));
  };
  async function renew(): Promise<void> {
    const answer = await renewInFrame(signal);
    if (signal.aborted) return;
    if (answer?.outcome === "ended") return; // the next check tells it
    if (answer?.outcome === "renewed") {
      failures = 0;
      if (answer.renewInSeconds !== undefined) later(answer.renewInSeconds * 1000);
      return;
    }
    failures += 1;
    later(failures > EAGER_RETRIES ? PATIENT_RETRY_MS : RENEWAL_RETRY_MS);
  }

  if (renewInSeconds !== null) later(renewInSeconds * 1000);
  signal.addEventListener("abort", () => clearTimeout(timer));
}

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

let asking = false;

/** The server tells each news once. Never rejects. */
async function tellNews(): Promise<void> {
  if (asking) return;
  asking = true;
  try {
    const { pathname } = window.location;
    const address = pathIn(localeOfPath(pathname), "/sellers/jobs/news");
    const [, reading] = /\/sellers\/jobs\/([\w-]+)$/.exec(pathname) ?? [];
    const answer = await fetch(reading ? `${address}?reading=${reading}` : address, {
      cache: "no-store",
      redirect: "manual",
    });
    const message: Toast | null = answer.ok ? await answer.json() : null;
    if (message) showToast(message);
  } catch {
    // The next page tells the news.
  } finally {
    asking = false;
  }
}

/** What one tab's session check has found out, for all tabs of the browser. */
type ExpiryMessage = { person: string; ends: string | null };

const CHANNEL = "session-expiry";

/** @param onNews gets the header's value, or null while the end isn't near */
export function hearExpiry(person: string, onNews: (ends: string | null) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<ExpiryMessage>) => {
    if (data.person === person) onNews(data.ends);
  };
  return () => channel.close();
}

/** Tells all tabs, this one too, what the server said of the session's end. */
function tellExpiry(person: string, headers: Headers): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ person, ends: headers.get(SESSION_ENDS_HEADER) } satisfies ExpiryMessage);
  channel.close();
}

/** Uses the session, which moves its idle limit. @returns whether its end isn't near any more */
export async function prolongSession(person: string): Promise<boolean> {
  const answer = await fetch("/auth/session", { method: "POST", redirect: "manual" }).catch(() => undefined);
  if (answer?.status !== 204) return false;
  tellExpiry(person, answer.headers);
  return !answer.headers.has(SESSION_ENDS_HEADER);
}
