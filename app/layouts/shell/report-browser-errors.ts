import { useWindowEvent } from "@mantine/hooks";
import { useEffect } from "react";

/** A document reports only its first errors, because one may repeat without end. */
const MAX_REPORTS = 5;
const MAX_FRAMES = 10;

/** Remix's message in the browser for an error of the server, which has logged the error. */
const SERVER_ERROR = "Unexpected Server Error";

let reportCount = 0;

/** Reports the error of an error screen to the server's log, unless the log has it already. */
export function useErrorReport(error: unknown): void {
  useEffect(() => {
    if (!(error instanceof Error && error.message === SERVER_ERROR)) void sendReport(error);
  }, [error]);
}

/** Reports errors that no error screen shows. */
export function useUncaughtErrors(): void {
  useWindowEvent("error", ({ error }) => void sendReport(error));
  useWindowEvent("unhandledrejection", ({ reason }) => void sendReport(reason));
}

/** Never rejects. */
async function sendReport(error: unknown): Promise<void> {
  if (!(error instanceof Error) || reportCount >= MAX_REPORTS) return;
  reportCount += 1;
  await fetch("/error/report", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(describeError(error)),
    redirect: "manual",
    keepalive: true,
  }).catch(() => undefined);
}

/** Names and places alone: a message may hold typed text, and an address a search. */
export function describeError({ name, message, stack = "" }: Error) {
  const react = /^Minified React error #(\d{1,4});/.exec(message)?.[1];
  const frames = [...stack.matchAll(/\/assets\/[\w.-]+\.js:\d+:\d+/g)].map(([frame]) => frame);
  return { name, ...(react ? { react } : {}), frames: frames.slice(0, MAX_FRAMES) };
}
