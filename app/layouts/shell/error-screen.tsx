import { useRouteError } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { usePageAddress } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { useRequestId } from "~/layouts/shell/document-context";
import type { DrawingKind } from "~/ui/drawing";
import { useKeptTyping } from "~/ui/restored-typing";
import { type ErrorWords, wordsOfError } from "./error-words";
import { useErrorReport } from "./registered-error";
import { Statement } from "./statement";
import { SupportLink, supportWords } from "./support-link";
import { WaysOut } from "./ways-out";

type ErrorScreenProps = Omit<ErrorWords, "status" | "description"> & {
  /** It is shown as the code; a message without an HTTP status has none. */
  status?: number;
  description?: ReactNode;
  level?: 1 | 3;
  /** What stands above the words, where the status doesn't tell. */
  drawing?: DrawingKind;
  align?: "start" | "center";
  /** Of the request that failed, where it isn't the one that this page came by. */
  requestId?: string;
  /** When it failed, in ms since the epoch; absent where it failed just now. */
  at?: number;
  children?: ReactNode;
};

/** The error screen of docs/product.md §2; it never shows a stack. */
export function ErrorScreen({
  status,
  heading,
  message,
  messageLang,
  description,
  level,
  drawing,
  align,
  requestId,
  at,
  children,
}: ErrorScreenProps) {
  const t = useT();
  const ownId = useRequestId();
  const id = requestId ?? ownId;
  const [shownAt] = useState(() => Date.now());
  return (
    <Statement
      drawing={drawing ?? drawingOf(status)}
      align={align}
      title={heading}
      level={level}
      code={status === undefined ? undefined : t("errors:code", { code: status })}
      message={message}
      messageLang={messageLang}
      actions={children}
      footnote={
        <>
          {id && (
            <>
              <p>
                {t("errors:requestId")}: <code translate="no">{id}</code>
              </p>
              <p>{t("errors:requestIdHint")}</p>
            </>
          )}
          <SupportLink words={supportWords(t, at ?? shownAt, id)} />
        </>
      }
    >
      {description}
    </Statement>
  );
}

function drawingOf(status: number | undefined): DrawingKind {
  if (status === 404 || status === 410) return "not-found";
  if (status === 401 || status === 403) return "no-access";
  return status !== undefined && AWAY.has(status) ? "offline" : "broken";
}

/** Nothing is broken here: somebody else doesn't answer, or not now. */
const AWAY = new Set([408, 429, 502, 503, 504]);

/** Asking once more may be answered otherwise: later, or with less in the form. */
const RETRIED = new Set([408, 413, 429]);

/** The ErrorBoundary that every route exports, shown inside the route's layout. */
export function RouteErrorBoundary() {
  const t = useT();
  const error = useRouteError();
  const words = wordsOfError(t, error);
  const here = usePageAddress();
  const mayRetry = words.status >= 500 || RETRIED.has(words.status);
  useKeptTyping();
  useErrorReport(error);
  return (
    <ErrorScreen {...words}>
      <WaysOut status={words.status} here={here} retry={mayRetry ? here : null} />
    </ErrorScreen>
  );
}
