import { useFetchers, useNavigation } from "@remix-run/react";
import { useSyncExternalStore } from "react";

/**
 * Why a request has no answer of ours: none came, a gateway has none for a moment (`away`) or got
 * too many (`busy`), or another page came, such as a network's sign-in.
 */
export type Trouble = "unreachable" | "away" | "busy" | "foreign" | "restored";

export type StalledRequests = {
  trouble: Trouble;
  /** Whether a form waits, which only the person sends again; pages are retried by themselves. */
  sends: boolean;
};

type Stalled = { trouble: Trouble; sends: boolean; again: () => void; giveUp: () => void; form?: SentForm };
type SentForm = { form: HTMLFormElement; submitter: HTMLElement | null };

/** How often, in ms, a page that couldn't be had is asked for again. */
const RETRY_READS_MS = 5_000;
/** In ms: between a waiting form's end and its resubmission the notice stays. */
const SUCCESSION_MS = 500;

const stalled = new Set<Stalled>();
const unanswered = new Set<object>();
const listeners = new Set<() => void>();
let shown: StalledRequests | null = null;
let lastSubmit: SentForm | undefined;
let lastSubmitter: HTMLElement | null = null;

function subscribeToStalled(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What waits for a connection; null while all is well. */
function stalledRequests(): StalledRequests | null {
  return shown;
}

/** Whether a form is on its way, or waits to be, and nobody knows what became of it. */
export function isFormUnanswered(): boolean {
  return unanswered.size > 0;
}

/** Whether this button was the last one to send a form. */
export function sentLast(button: HTMLElement | null): boolean {
  return button !== null && button === lastSubmitter;
}

/** Asks again for all that waits; a form is sent as it stands now, not as it was. */
export function retryStalled(): void {
  for (const request of [...stalled]) {
    const { form, submitter } = request.form ?? {};
    if (form?.isConnected) form.requestSubmit(submitter?.isConnected ? submitter : null);
    else request.again();
  }
}

/** Ends the wait of a form that the person closed. Its fetcher has to be gone, or shows an error. */
export function giveUpStalled(closed: HTMLFormElement): void {
  for (const { form, giveUp } of [...stalled]) if (form?.form === closed) giveUp();
}

/**
 * Has the router's requests wait for an answer of ours, so that the page stays with everything
 * typed. It replaces `fetch`, because the router offers no other place.
 * @returns a function that puts `fetch` back
 */
export function suspendFailedRequests(): () => void {
  const plain = window.fetch;
  const onSubmit = ({ target, submitter }: SubmitEvent) => {
    lastSubmit = { form: target as HTMLFormElement, submitter };
    lastSubmitter = submitter;
  };
  const retryReads = () => {
    for (const request of [...stalled]) if (!request.sends) request.again();
  };
  const onOnline = () => {
    retryReads();
    for (const request of stalled) if (request.trouble === "unreachable") request.trouble = "restored";
    tell();
  };
  window.fetch = (input, init) =>
    isPageData(input) ? untilAnswered(() => plain(input, init), isOurPage, init) : plain(input, init);
  document.addEventListener("submit", onSubmit, true);
  window.addEventListener("online", onOnline);
  const timer = setInterval(retryReads, RETRY_READS_MS);
  return () => {
    window.fetch = plain;
    document.removeEventListener("submit", onSubmit, true);
    window.removeEventListener("online", onOnline);
    clearInterval(timer);
  };
}

/** Resolves once the server can be reached; until then the person is told. */
export async function reachable(): Promise<void> {
  await untilAnswered(() => fetch("/healthz", { cache: "no-store" }), isOurServer);
}

async function untilAnswered(
  ask: () => Promise<Response>,
  isOurs: (answer: Response) => boolean,
  { method = "GET", signal }: RequestInit = {},
): Promise<Response> {
  const sends = method !== "GET";
  const form = sends ? takeSubmit() : undefined;
  const mark = {};
  if (sends) unanswered.add(mark);
  try {
    for (;;) {
      const answer = await ask().catch((error: unknown) => {
        if (signal?.aborted) throw error;
      });
      if (answer && isOurs(answer)) return signal ? silentOnceAborted(answer, signal) : answer;
      await again({ trouble: answer ? troubleOf(answer) : "unreachable", sends, form }, signal);
    }
  } finally {
    unanswered.delete(mark);
    tell(signal?.aborted ? SUCCESSION_MS : 0);
  }
}

/**
 * Has the body stop without an end when the router wants it no more: Remix reads on, and writes
 * each error of it to the console.
 */
function silentOnceAborted(answer: Response, signal: AbortSignal): Response {
  if (!answer.body) return answer;
  const reader = answer.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const part = await reader.read().catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
      if (part?.done) controller.close();
      else if (part) controller.enqueue(part.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, answer);
}

/** A gateway's status (RFC 9110 §15.6, RFC 6585 §4); a network's sign-in page has any other. */
function troubleOf({ status }: Response): Trouble {
  if (status === 429) return "busy";
  return status === 502 || status === 503 || status === 504 ? "away" : "foreign";
}

/** @throws the signal's reason when the router wants no answer any more, or an `AbortError` */
function again(request: Omit<Stalled, "again" | "giveUp">, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const waiting: Stalled = { ...request, again: () => end(resolve), giveUp: onAbort };
    function onAbort() {
      end(() => reject(signal?.reason ?? new DOMException("The form was closed", "AbortError")));
    }
    function end(settle: () => void) {
      stalled.delete(waiting);
      signal?.removeEventListener("abort", onAbort);
      settle();
    }
    stalled.add(waiting);
    signal?.addEventListener("abort", onAbort);
    tell();
  });
}

function tell(afterMs = 0): void {
  if (stalled.size > 0) {
    const all = [...stalled];
    shown = { trouble: all.at(-1)?.trouble ?? "unreachable", sends: all.some(({ sends }) => sends) };
  } else if (afterMs > 0) {
    setTimeout(tell, afterMs);
    return;
  } else if (unanswered.size === 0) {
    shown = null;
  }
  for (const listener of listeners) listener();
}

function takeSubmit(): SentForm | undefined {
  const submit = lastSubmit;
  lastSubmit = undefined;
  return submit?.form.method === "post" ? submit : undefined;
}

function isPageData(input: RequestInfo | URL): boolean {
  const url = new URL(input instanceof Request ? input.url : input, window.location.href);
  return url.origin === window.location.origin && url.pathname.endsWith(".data");
}

/** Remix marks its data with a header; a proxy's or a network's page bears none. */
function isOurPage({ headers }: Response): boolean {
  return headers.has("X-Remix-Response");
}

function isOurServer({ ok, headers }: Response): boolean {
  return ok && headers.has("X-Request-Id");
}

/** What waits for a connection; null while all is well, and on the server. */
export function useStalledRequests(): StalledRequests | null {
  return useSyncExternalStore(subscribeToStalled, stalledRequests, () => null);
}

/** The form on its way; undefined while it waits for a connection, because it can be changed. */
export function useSentForm(): FormData | undefined {
  // A fetcher with an answer only loads the page's data again.
  const fetchers = useFetchers().filter(({ state, data }) => state === "submitting" || data === undefined);
  const sent = [useNavigation(), ...fetchers].find(({ formMethod }) => formMethod === "POST");
  const stalled = useStalledRequests();
  return stalled?.sends ? undefined : sent?.formData;
}
