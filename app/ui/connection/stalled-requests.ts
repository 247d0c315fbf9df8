import { useSyncExternalStore } from "react";
import { LEAVING, LEAVING_HEADER } from "../pause-while-leaving";

/*
 * If this app doesn't respond to the router's request, the request is pending instead of failing,
 * so that the page and the typed text stay. A notice says why. A timer retries requests for pages.
 * Only the person sends a form again.
 */

/** Why a request is stalled. */
export type Trouble =
  /** There was no response. */
  | "unreachable"
  /** There was no response, but the browser has gone online since. */
  | "restored"
  /** A gateway responded that the app is down or has too many requests. */
  | "away"
  /** A proxy refused the form, mostly because of its file. */
  | "refused"
  /** The response isn't from this app: a network, say, asks to sign in. */
  | "foreign";

/** What the notice says about all stalled requests. */
export type StalledRequests = { trouble: Trouble; hasForm: boolean };

type StalledRequest = {
  trouble: Trouble;
  isPost: boolean;
  /** Absent if a script posted, without a form on the page. */
  submission?: Submission;
  retry: () => void;
  giveUp: () => void;
};
type Submission = { form: HTMLFormElement; submitter: HTMLElement | null };

const RETRY_READS_MS = 5_000;
/** A form that is sent again aborts its old request; the new request begins within this time. */
const RESUBMISSION_MS = 500;

const stalledRequests = new Set<StalledRequest>();
let pendingPosts = 0;
/** The router's `fetch` doesn't say which form it sends, so it takes the last submitted form. */
let lastSubmission: Submission | undefined;

/** Replaces `fetch`, because the router has no hook for this. @returns a function that undoes it */
export function suspendFailedRequests(): () => void {
  const browserFetch = window.fetch;
  window.fetch = async (input, init) => {
    if (!isPageData(input)) return browserFetch(input, init);
    const send = () => browserFetch(input, { ...init, redirect: "manual" });
    const response = await untilResponse(send, isFromRemix, init);
    if (response.headers.has(LEAVING_HEADER)) window.dispatchEvent(new Event(LEAVING));
    return response;
  };
  const listening = new AbortController();
  document.addEventListener("submit", rememberSubmission, { capture: true, signal: listening.signal });
  window.addEventListener("online", onOnline, { signal: listening.signal });
  const timer = setInterval(retryReads, RETRY_READS_MS);
  return () => {
    window.fetch = browserFetch;
    listening.abort();
    clearInterval(timer);
  };
}

/** Resolves once the server responds; until then the notice is shown. */
export async function untilReachable(): Promise<void> {
  await untilResponse(() => fetch("/healthz", { cache: "no-store", redirect: "manual" }), isFromServer);
}

async function untilResponse(
  send: () => Promise<Response>,
  isFromApp: (response: Response) => boolean,
  { method = "GET", signal }: RequestInit = {},
): Promise<Response> {
  const isPost = method !== "GET";
  const submission = isPost ? takeSubmission() : undefined;
  if (isPost) pendingPosts += 1;
  try {
    for (;;) {
      const response = await send().catch((error: unknown) => {
        if (signal?.aborted) throw error;
      });
      if (response && isFromApp(response)) return signal ? silentAfterAbort(response, signal) : response;
      const trouble = response ? troubleOf(response, isPost) : "unreachable";
      await untilRetry({ trouble, isPost, submission }, signal);
    }
  } finally {
    if (isPost) pendingPosts -= 1;
    // If the form is being sent again, the notice must not vanish before the new request begins.
    if (signal?.aborted && stalledRequests.size === 0) setTimeout(publish, RESUBMISSION_MS);
    else publish();
  }
}

/** `.data` is the suffix of Remix's requests for a page's data. */
function isPageData(input: RequestInfo | URL): boolean {
  const url = new URL(input instanceof Request ? input.url : input, window.location.href);
  return url.origin === window.location.origin && url.pathname.endsWith(".data");
}

function isFromRemix({ headers }: Response): boolean {
  return headers.has("X-Remix-Response");
}

function isFromServer({ ok, headers }: Response): boolean {
  return ok && headers.has("X-Request-Id");
}

function troubleOf({ status }: Response, isPost: boolean): Trouble {
  if ([429, 502, 503, 504].includes(status)) return "away";
  // A file may be too large for a proxy (413), or look like an attack to the proxy (403).
  return isPost && [403, 413].includes(status) ? "refused" : "foreign";
}

/**
 * Remix goes on reading the body of an aborted request and would log the error to the console. The
 * returned body neither fails nor ends after an abort.
 */
function silentAfterAbort(response: Response, signal: AbortSignal): Response {
  if (!response.body) return response;
  const reader = response.body.getReader();
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
  return new Response(body, response);
}

function rememberSubmission({ target, submitter }: SubmitEvent): void {
  lastSubmission = { form: target as HTMLFormElement, submitter };
}

function takeSubmission(): Submission | undefined {
  const submission = lastSubmission;
  lastSubmission = undefined;
  return submission?.form.method === "post" ? submission : undefined;
}

/**
 * Waits until the request is sent again.
 * @throws the signal's reason if the router aborts the request; AbortError after `giveUpStalled`
 */
function untilRetry(
  request: Omit<StalledRequest, "retry" | "giveUp">,
  signal: AbortSignal | null | undefined,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const stalled: StalledRequest = { ...request, retry: () => end(resolve), giveUp };
    function giveUp() {
      end(() => reject(signal?.reason ?? new DOMException("The form was closed", "AbortError")));
    }
    function end(settle: () => void) {
      stalledRequests.delete(stalled);
      signal?.removeEventListener("abort", giveUp);
      settle();
    }
    stalledRequests.add(stalled);
    signal?.addEventListener("abort", giveUp);
    publish();
  });
}

function retryReads(): void {
  for (const request of [...stalledRequests]) if (!request.isPost) request.retry();
}

function onOnline(): void {
  retryReads();
  for (const request of stalledRequests) if (request.trouble === "unreachable") request.trouble = "restored";
  publish();
}

/** The notice's button retries all stalled requests. A form is sent with its present fields. */
export function retryStalled(): void {
  // Loads the document, because a network shows its sign-in page only in place of a document.
  if (snapshot?.trouble === "foreign" && !snapshot.hasForm) loadDocument();
  else for (const request of [...stalledRequests]) sendAgain(request);
}

function sendAgain({ submission, retry }: StalledRequest): void {
  const { form, submitter } = submission ?? {};
  if (form?.isConnected) form.requestSubmit(submitter?.isConnected ? submitter : null);
  else retry();
}

function loadDocument(): void {
  const { navigation, location } = window.__remixRouter.state;
  const { pathname, search } = navigation.location ?? location;
  window.location.assign(pathname + search);
}

/** Rejects a closed form's request. Unmount the form's fetcher first: it would show the error. */
export function giveUpStalled(form: HTMLFormElement): void {
  for (const { submission, giveUp } of [...stalledRequests]) if (submission?.form === form) giveUp();
}

/** Whether a form is being sent or is stalled. */
export function isFormPending(): boolean {
  return pendingPosts > 0;
}

const listeners = new Set<() => void>();
/** A new object for each change, because `useSyncExternalStore` compares objects. */
let snapshot: StalledRequests | null = null;

function publish(): void {
  const all = [...stalledRequests];
  const latest = all.at(-1);
  if (latest) snapshot = { trouble: latest.trouble, hasForm: all.some(({ isPost }) => isPost) };
  // While a form is being sent again, no request is stalled, but the notice stays.
  else if (pendingPosts === 0) snapshot = null;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns null on the server, and if no request is stalled */
export function useStalledRequests(): StalledRequests | null {
  return useSyncExternalStore(
    subscribe,
    () => snapshot,
    () => null,
  );
}
