import { useSyncExternalStore } from "react";
import { LEAVING, LEAVING_HEADER } from "../pause-while-leaving";

/** Why a request has no response from this app. */
export type Trouble =
  /** There was no response. */
  | "unreachable"
  /** There was no response, but the browser is online again. */
  | "restored"
  /** A gateway responded that the app is away or has too many requests for a moment. */
  | "away"
  /** A proxy doesn't let the form through, mostly because of its file. */
  | "refused"
  /** The response is another page, or leads to one: a network or a gateway asks to sign in. */
  | "foreign";

/** What the notice says about all waiting requests. */
export type StalledRequests = {
  trouble: Trouble;
  /** Whether a form waits. Only the person sends a form again; pages are retried by a timer. */
  hasForm: boolean;
};

type StalledRequest = {
  trouble: Trouble;
  isPost: boolean;
  /** Absent if a script posted, without a form on the page. */
  form?: SentForm;
  retry: () => void;
  giveUp: () => void;
};
type SentForm = { form: HTMLFormElement; submitter: HTMLElement | null };

/** The interval in which page requests that failed are retried. */
const RETRY_READS_MS = 5_000;
/** A form that is sent again aborts its old request; the notice stays until the new one begins. */
const RESUBMISSION_MS = 500;

const stalled = new Set<StalledRequest>();
let unansweredPosts = 0;
const listeners = new Set<() => void>();
/** Each change makes a new object, because `useSyncExternalStore` compares objects. */
let snapshot: StalledRequests | null = null;
/** The form whose submit event came last, until the router sends its request. */
let submittedForm: SentForm | undefined;

function subscribeToStalled(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a form is being sent or waits for a retry. */
export function isFormUnanswered(): boolean {
  return unansweredPosts > 0;
}

/** Repeats all waiting requests. A form is sent with its present fields. */
export function retryStalled(): void {
  // A gateway shows its sign-in page only to a whole new document, so the page is loaded.
  if (snapshot?.trouble === "foreign" && !snapshot.hasForm) openDocument();
  else for (const request of [...stalled]) sendAgain(request);
}

function sendAgain({ form: sent, retry }: StalledRequest): void {
  const { form, submitter } = sent ?? {};
  if (form?.isConnected) form.requestSubmit(submitter?.isConnected ? submitter : null);
  else retry();
}

function openDocument(): void {
  const { navigation, location } = window.__remixRouter.state;
  const { pathname, search } = navigation.location ?? location;
  window.location.assign(pathname + search);
}

/** Rejects a closed form's request. Unmount its fetcher first, which would show the error. */
export function giveUpStalled(closed: HTMLFormElement): void {
  for (const { form, giveUp } of [...stalled]) if (form?.form === closed) giveUp();
}

/**
 * Makes the router's requests wait for a response from this app, so that the page stays with all
 * that was typed. The function replaces `fetch`, because the router has no hook for this.
 * @returns a function that puts `fetch` back
 */
export function suspendFailedRequests(): () => void {
  const browserFetch = window.fetch;
  const onSubmit = ({ target, submitter }: SubmitEvent) => {
    submittedForm = { form: target as HTMLFormElement, submitter };
  };
  const retryReads = () => {
    for (const request of [...stalled]) if (!request.isPost) request.retry();
  };
  const onOnline = () => {
    retryReads();
    for (const request of stalled) if (request.trouble === "unreachable") request.trouble = "restored";
    publish();
  };
  window.fetch = async (input, init) => {
    if (!isPageData(input)) return browserFetch(input, init);
    const answer = await untilAnswered(() => browserFetch(input, { ...init, redirect: "manual" }), isOurPage, init);
    if (answer.headers.has(LEAVING_HEADER)) window.dispatchEvent(new Event(LEAVING));
    return answer;
  };
  document.addEventListener("submit", onSubmit, true);
  window.addEventListener("online", onOnline);
  const timer = setInterval(retryReads, RETRY_READS_MS);
  return () => {
    window.fetch = browserFetch;
    document.removeEventListener("submit", onSubmit, true);
    window.removeEventListener("online", onOnline);
    clearInterval(timer);
  };
}

/** Resolves once the server responds; until then the notice is shown. */
export async function untilReachable(): Promise<void> {
  await untilAnswered(() => fetch("/healthz", { cache: "no-store", redirect: "manual" }), isOurServer);
}

async function untilAnswered(
  send: () => Promise<Response>,
  isOurs: (answer: Response) => boolean,
  { method = "GET", signal }: RequestInit = {},
): Promise<Response> {
  const isPost = method !== "GET";
  const form = isPost ? takeSubmittedForm() : undefined;
  if (isPost) unansweredPosts += 1;
  try {
    for (;;) {
      const answer = await send().catch((error: unknown) => {
        if (signal?.aborted) throw error;
      });
      if (answer && isOurs(answer)) return signal ? silentOnceAborted(answer, signal) : answer;
      await untilRetry({ trouble: answer ? troubleOf(answer, isPost) : "unreachable", isPost, form }, signal);
    }
  } finally {
    if (isPost) unansweredPosts -= 1;
    if (signal?.aborted && stalled.size === 0) setTimeout(publish, RESUBMISSION_MS);
    else publish();
  }
}

/**
 * Remix goes on reading the body of an aborted request, and logs the error to the console.
 * The body returned here neither fails nor ends then.
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

/** Gateways whose app is away send these statuses; a network's sign-in page has 200 or 302. */
function troubleOf({ status }: Response, isPost: boolean): Trouble {
  if ([429, 502, 503, 504].includes(status)) return "away";
  // A file may be too large for a proxy (413), or hold what the proxy takes for an attack (403).
  return isPost && [403, 413].includes(status) ? "refused" : "foreign";
}

/**
 * Resolves when the request should be retried.
 * @throws the signal's reason if the router aborts the request; AbortError for a closed form
 */
function untilRetry(
  request: Omit<StalledRequest, "retry" | "giveUp">,
  signal: AbortSignal | null | undefined,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const waiting: StalledRequest = { ...request, retry: () => end(resolve), giveUp };
    function giveUp() {
      end(() => reject(signal?.reason ?? new DOMException("The form was closed", "AbortError")));
    }
    function end(settle: () => void) {
      stalled.delete(waiting);
      signal?.removeEventListener("abort", giveUp);
      settle();
    }
    stalled.add(waiting);
    signal?.addEventListener("abort", giveUp);
    publish();
  });
}

function publish(): void {
  const all = [...stalled];
  const last = all.at(-1);
  if (last) snapshot = { trouble: last.trouble, hasForm: all.some(({ isPost }) => isPost) };
  // The notice also stays while a form is being sent again.
  else if (unansweredPosts === 0) snapshot = null;
  for (const listener of listeners) listener();
}

function takeSubmittedForm(): SentForm | undefined {
  const submitted = submittedForm;
  submittedForm = undefined;
  return submitted?.form.method === "post" ? submitted : undefined;
}

function isPageData(input: RequestInfo | URL): boolean {
  const url = new URL(input instanceof Request ? input.url : input, window.location.href);
  return url.origin === window.location.origin && url.pathname.endsWith(".data");
}

/** Remix marks its data with this header, which a proxy's or a network's page lacks. */
function isOurPage({ headers }: Response): boolean {
  return headers.has("X-Remix-Response");
}

function isOurServer({ ok, headers }: Response): boolean {
  return ok && headers.has("X-Request-Id");
}

/** @returns null on the server, and if nothing waits for a connection */
export function useStalledRequests(): StalledRequests | null {
  return useSyncExternalStore(
    subscribeToStalled,
    () => snapshot,
    () => null,
  );
}
