import { useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { usePageAddress, useT } from "~/i18n/hooks";
import { useRequestId } from "~/layouts/shell/document-context";
import { CopyButton } from "~/ui/copy/copy-button";
import type { DrawingKind } from "~/ui/drawing";
import { useKeptTyping } from "~/ui/restored-typing";
import { Statement } from "~/ui/statement";
import { type ErrorWords, wordsOfError } from "./error-words";
import { useErrorReport } from "./report-browser-errors";
import { SupportLink, supportWords } from "./support-link";
import { WaysOut } from "./ways-out";

type ErrorScreenProps = Omit<ErrorWords, "status" | "description" | "screenName"> & {
  /** Shown as the code; absent for a message without an HTTP status. */
  status?: number;
  screenName?: string;
  description?: ReactNode;
  /** The drawing above the words; by default the status's. */
  drawing?: DrawingKind;
  /** The failed request's id; absent if it was this page's request. */
  requestId?: string;
  children?: ReactNode;
};

/** Says what failed, what to do now, and the details for a report; never a stack. */
export function ErrorScreen(props: ErrorScreenProps) {
  const { status, heading, message, messageLang, description, drawing, children } = props;
  const t = useT();
  const ownId = useRequestId();
  const id = props.requestId ?? ownId;
  return (
    <Statement
      drawing={drawing ?? drawingOf(status)}
      title={heading}
      actions={children}
      footnote={
        <>
          <SupportDetails {...props} requestId={id} />
          <SupportLink words={supportWords(t, id)} />
        </>
      }
    >
      {message && !messageLang && <p>{message}</p>}
      {description}
    </Statement>
  );
}

/** The details that a person reads out on the phone when they ask for help. */
function SupportDetails({ status, screenName, message, messageLang, requestId }: ErrorScreenProps) {
  const t = useT();
  return (
    <details>
      <summary>{t("errors:details")}</summary>
      {status !== undefined && <p>{t("errors:code", { code: status })}</p>}
      {screenName && <p>{t("errors:screen", { name: screenName })}</p>}
      {messageLang && (
        <p>
          {t("errors:supplied")} <span lang={messageLang}>{message}</span>
        </p>
      )}
      {requestId && (
        <p>
          {t("errors:requestId")}: <code translate="no">{requestId}</code>
          <CopyButton text={requestId} name={t("errors:requestId")} />
        </p>
      )}
    </details>
  );
}

function drawingOf(status: number | undefined): DrawingKind {
  if (status === 404 || status === 410) return "not-found";
  if (status === 401 || status === 403) return "no-access";
  return status !== undefined && OFFLINE_STATUSES.has(status) ? "offline" : "broken";
}

/** Statuses of a backend, provider or network that doesn't respond now: drawn as „offline”. */
const OFFLINE_STATUSES = new Set([408, 429, 502, 503, 504]);

/** The ErrorBoundary that every route exports, shown inside the route's layout. */
export function RouteErrorBoundary() {
  const t = useT();
  const error = useRouteError();
  const words = wordsOfError(t, error);
  const here = usePageAddress();
  // The screen may have replaced a form, whose text must be there after a reload or Back.
  useKeptTyping();
  useErrorReport(error);
  return (
    <ErrorScreen {...words}>
      <WaysOut status={words.status} here={here} failedPage={here} />
    </ErrorScreen>
  );
}
