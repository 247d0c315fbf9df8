import { useWindowEvent } from "@mantine/hooks";
import { useEffect } from "react";
import { useT } from "~/i18n/hooks";
import { showToast } from "~/ui/toast";

/** Per document, because an error may repeat endlessly. */
const MAX_REPORTS = 5;
const MAX_FRAMES = 10;

/** Remix gives the browser this message in place of the server's, which the server has logged. */
const SERVER_ERROR = "Unexpected Server Error";

let reportCount = 0;

export function useErrorReport(error: unknown): void {
  useEffect(() => {
    if (!(error instanceof Error && error.message === SERVER_ERROR)) void sendReport(error);
  }, [error]);
}

/** Called before hydration, which may fail, too. */
export function reportUncaughtErrors(): void {
  window.addEventListener("error", ({ error }) => void sendReport(error));
  window.addEventListener("unhandledrejection", ({ reason }) => void sendReport(reason));
}

export function useErrorNotice(): void {
  const t = useT();
  const offerReload = (error: unknown) => {
    // Ignores errors without a frame in our files: an extension's, or an interrupted request.
    if (!(error instanceof Error) || describeError(error).frames.length === 0) return;
    const button = { text: t("errors:unexpected.reload"), press: () => window.location.reload() };
    showToast({ kind: "error", text: t("errors:unexpected.message"), button });
  };
  useWindowEvent("error", ({ error }) => offerReload(error));
  useWindowEvent("unhandledrejection", ({ reason }) => offerReload(reason));
}

export function reportRecoveredError(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: for developers and browser tests
  console.error(error);
  void sendReport(error);
}

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

/** Messages and addresses aren't sent, because they may contain typed text or a search. */
export function describeError({ name, message, stack = "" }: Error) {
  const react = /^Minified React error #(\d{1,4});/.exec(message)?.[1];
  const frames = [...stack.matchAll(/\/assets\/[\w.-]+\.js:\d+:\d+/g)].map(([frame]) => frame);
  return { name, ...(react ? { react } : {}), frames: frames.slice(0, MAX_FRAMES) };
}
