import { useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { asSentences } from "~/i18n/format";
import { usePageAddress, useT } from "~/i18n/hooks";
import { useRequestId } from "~/layouts/shell/document-context";
import { CopyButton } from "~/ui/copy/copy-button";
import type { DrawingKind } from "~/ui/drawing";
import { useTypingOfReplacedForm } from "~/ui/restored-typing";
import { Statement } from "~/ui/statement";
import { type ErrorWords, routeErrorWords } from "./error-words";
import { StatusLinks } from "./onward-links";
import { useErrorReport } from "./report-browser-errors";
import { SupportLink, supportWords } from "./support-link";

type ErrorScreenProps = Omit<ErrorWords, "status" | "screenName"> & {
  status?: number;
  screenName?: string;
  /** Paragraphs below the message and its description. */
  more?: ReactNode;
  drawing?: DrawingKind;
  /** On `/error/503`, for example, the id of the failed request, which led to this page. */
  requestId?: string;
  children?: ReactNode;
};

export function ErrorScreen(props: ErrorScreenProps) {
  const { status, heading, message, messageLang, description, more, drawing, children } = props;
  const t = useT();
  const ownId = useRequestId();
  const id = props.requestId ?? ownId;
  const sentences = [messageLang ? undefined : message, description].filter((text) => text !== undefined);
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
      {sentences.length > 0 && <p>{asSentences(sentences)}</p>}
      {more}
    </Statement>
  );
}

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

const OFFLINE_STATUSES = new Set([408, 429, 502, 503, 504]);

export function RouteErrorBoundary() {
  const t = useT();
  const error = useRouteError();
  const words = routeErrorWords(t, error);
  const here = usePageAddress();
  useTypingOfReplacedForm();
  useErrorReport(error);
  return (
    <ErrorScreen {...words}>
      <StatusLinks status={words.status} returnTo={here} failedPage={here} />
    </ErrorScreen>
  );
}
