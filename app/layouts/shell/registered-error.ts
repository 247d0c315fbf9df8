import { useEffect } from "react";

/** An error that happens again and again in one document is told by its beginning. */
const MAX_REPORTS = 5;
const MAX_FRAMES = 10;

/** What Remix makes of an error of the server, which wrote it down, for the browser. */
const OF_THE_SERVER = "Unexpected Server Error";

let reports = 0;

/** An error of a page goes to the log, but for the server's, which the server wrote down. */
export function useErrorReport(error: unknown): void {
  useEffect(() => {
    if (!(error instanceof Error && error.message === OF_THE_SERVER)) void registerError(error);
  }, [error]);
}

/** Errors that no page catches go to the log, too. */
export function useUncaughtErrors(): void {
  useEffect(() => {
    const uncaught = ({ error }: ErrorEvent) => void registerError(error);
    const rejected = ({ reason }: PromiseRejectionEvent) => void registerError(reason);
    window.addEventListener("error", uncaught);
    window.addEventListener("unhandledrejection", rejected);
    return () => {
      window.removeEventListener("error", uncaught);
      window.removeEventListener("unhandledrejection", rejected);
    };
  }, []);
}

/** Never rejects. */
async function registerError(error: unknown): Promise<void> {
  if (!(error instanceof Error) || reports >= MAX_REPORTS) return;
  reports += 1;
  await fetch("/error/report", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(describe(error)),
    redirect: "manual",
    keepalive: true,
  }).catch(() => undefined);
}

/** Names and places alone: a message may hold typed text, and an address a search. */
export function describe({ name, message, stack = "" }: Error) {
  const react = /^Minified React error #(\d{1,4});/.exec(message)?.[1];
  const frames = [...stack.matchAll(/\/assets\/[\w.-]+\.js:\d+:\d+/g)].map(([frame]) => frame);
  return { name, ...(react ? { react } : {}), frames: frames.slice(0, MAX_FRAMES) };
}
