import { Text } from "@mantine/core";
import { useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { usePageAddress, useT } from "~/i18n/hooks";
import { useRequestId } from "~/layouts/shell/document-context";
import type { DrawingKind } from "~/ui/drawing";
import { useKeptTyping } from "~/ui/restored-typing";
import { Statement } from "~/ui/statement";
import { type ErrorWords, wordsOfError } from "./error-words";
import { useErrorReport } from "./report-browser-errors";
import { SupportLink, supportWords } from "./support-link";
import { WaysOut } from "./ways-out";

type ErrorScreenProps = Omit<ErrorWords, "status" | "description"> & {
  /** Shown as the code; absent for a message without an HTTP status. */
  status?: number;
  description?: ReactNode;
  /** The drawing above the words; by default the status's. */
  drawing?: DrawingKind;
  align?: "start" | "center";
  /** The failed request's id; absent if it was this page's request. */
  requestId?: string;
  children?: ReactNode;
};

/** The error screen of docs/product.md §2; it never shows a stack. */
export function ErrorScreen({
  status,
  heading,
  message,
  messageLang,
  screenName,
  description,
  drawing,
  requestId,
  align,
  children,
}: ErrorScreenProps) {
  const t = useT();
  const ownId = useRequestId();
  const id = requestId ?? ownId;
  return (
    <Statement
      drawing={drawing ?? drawingOf(status)}
      title={heading}
      align={align}
      actions={children}
      footnote={
        <>
          {status !== undefined && (
            <Code status={status} note={messageLang ? message : screenName} lang={messageLang} />
          )}
          {id && (
            <>
              <p>
                {t("errors:requestId")}: <code translate="no">{id}</code>
              </p>
              <p>{t("errors:requestIdHint")}</p>
            </>
          )}
          <SupportLink words={supportWords(t, id)} />
        </>
      }
    >
      {message && !messageLang && <Text mb="xs">{message}</Text>}
      {description}
    </Statement>
  );
}

/** Shows the status, beside a message in another language than the page's, or a screen's name. */
function Code({ status, note, lang }: { status: number; note?: string; lang?: string }) {
  const t = useT();
  return (
    <p>
      {t("errors:code", { code: status })}
      {note && (
        <>
          {" "}
          (<span lang={lang}>{note}</span>)
        </>
      )}
    </p>
  );
}

function drawingOf(status: number | undefined): DrawingKind {
  if (status === 404 || status === 410) return "not-found";
  if (status === 401 || status === 403) return "no-access";
  return status !== undefined && OFFLINE_STATUSES.has(status) ? "offline" : "broken";
}

/** Statuses that say that the backend, the provider or the network doesn't respond now. */
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
