import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { FatalContradiction } from "~/.server/backend/contract/contradictions";
import { failedRequestId, setResponseHeaders } from "~/.server/http/request-scope";
import { draftPath } from "~/auth/failed-form.server";
import type { FailedSystem } from "~/auth/failure-response.server";
import { returnPath } from "~/auth/sign-in/return-path.server";
import type { Translate } from "~/i18n/catalogues";
import { formatTime } from "~/i18n/format";
import { useHref, useT } from "~/i18n/hooks";
import { localeOfPath } from "~/i18n/locales";
import type { FrameHandle } from "~/layouts/default";
import { ErrorScreen } from "~/layouts/shell/error-screen";
import { type ErrorWords, errorWords, PAGE_NOT_FOUND } from "~/layouts/shell/error-words";
import { StatusLinks } from "~/layouts/shell/onward-links";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { useTypingOfReplacedForm } from "~/ui/restored-typing";
import { missingSellerWords } from "./missing-seller.server";

export const handle = {
  title: ({ t, loaded }) => pageTitle(t, wordsOf(t, loaded).heading),
  isPublic: true,
} satisfies TitleHandle<typeof loader> & FrameHandle;

const ADVICE = ["lost", "incomplete"] as const;

/** The environment variable to correct, by the `reason` of a wrongly configured backend. */
const VARIABLE_OF = new Map<string | null, string>([
  ["address", "SELLERS_API_URL"],
  ["query", "SELLERS_PARAMS, SELLERS_SORT, SELLERS_PAGE_MAX"],
  ["list", "SELLERS_LIST_KEY"],
  ["pageTooLong", "SELLERS_PARAMS (pageSize)"],
  ["pageTooShort", "SELLERS_PAGE_MAX"],
  ["notPaged", "SELLERS_PARAMS (page)"],
  ["total", "SELLERS_TOTAL_KEY"],
  ["ids", "SELLERS_LIST_KEY"],
] satisfies [FatalContradiction, string][]);

const SYSTEMS = ["sellers", "directory", "signIn"] as const satisfies FailedSystem[];

/** The `Retry-After` of a 503 whose query has no usable `after`. */
const DEFAULT_RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 3_600;

const STATUSES_WITH_RETRY_TIME = new Set([429, 503]);

/** `/error/503?reason=directory&after=1763980320&from=/sellers`: `after` is the time to retry. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const { code = "" } = params;
  if (!/^[45]\d\d$/.test(code)) throw new Response(null, PAGE_NOT_FOUND);
  const { pathname, searchParams } = new URL(request.url);
  const requestedFrom = searchParams.get("from");
  const from = requestedFrom ? returnPath(requestedFrom) : null;
  const draftPage = draftPath(searchParams);
  const status = Number(code);
  const page = {
    status,
    requestId: failedRequestId(searchParams),
    from,
    draftPage,
    draftHoldsText: draftPage !== null && searchParams.has("kept"),
    missing:
      status === 404 && from
        ? missingSellerWords(localeOfPath(pathname), from, draftPage && searchParams.get("draft"))
        : null,
    reason: searchParams.get("reason"),
    isReauth: searchParams.get("prompt") === "login",
  };
  const after = Number(searchParams.get("after"));
  const waitSeconds = Math.ceil(after - Date.now() / 1000);
  const hasRetryTime = STATUSES_WITH_RETRY_TIME.has(status) && waitSeconds > 0 && waitSeconds <= MAX_RETRY_SECONDS;
  const retryAfter = hasRetryTime ? waitSeconds : DEFAULT_RETRY_SECONDS;
  if (hasRetryTime || status === 503) setResponseHeaders({ "Retry-After": String(retryAfter) });
  // Rounded up to a whole minute.
  const retryTime = hasRetryTime ? formatTime(Math.ceil(after / 60) * 60_000) : undefined;
  return data({ ...page, retryTime }, { status });
}

function wordsOf(t: Translate, { status, reason }: { status: number; reason: string | null }): ErrorWords {
  if (status === 503 && reason === "client") {
    return {
      ...errorWords(t, status, t("errors:clientRefused.message")),
      description: t("errors:clientRefused.description"),
    };
  }
  const failedSystem = SYSTEMS.find((each) => each === reason);
  if (!failedSystem || status < 500) return errorWords(t, status);
  const system = t(`errors:system.name.${failedSystem}`);
  if (status === 502) return errorWords(t, status, t("errors:system.badAnswer", { system }));
  const isAway = status === 503 || status === 504;
  return errorWords(t, status, t(isAway ? "errors:system.away" : "errors:system.errorAnswer", { system }));
}

export default function Page() {
  const { status, requestId, from, draftPage, draftHoldsText, missing, reason, isReauth, retryTime } =
    useLoaderData<typeof loader>();
  const t = useT();
  const href = useHref();
  // Back opens the form without its draft, so the tab keeps the typed text. The link to the draft
  // discards that copy.
  const forgetTyping = useTypingOfReplacedForm(draftPage !== null);
  const words = wordsOf(t, { status, reason });
  if (missing) return <MissingSeller {...missing} requestId={requestId} />;
  const advice = adviceFor(t, reason) ?? (retryTime ? t("errors:comeBack", { time: retryTime }) : words.description);
  const description = [advice, draftHoldsText && t("errors:draftKept")].filter(Boolean).join(" ");
  // After a 401 there is no link to the form, because the sign-in link leads there.
  const toForm =
    draftPage && status !== 401
      ? [{ to: draftPage, children: t("errors:actions.backToForm"), onClick: forgetTyping }]
      : [];
  return (
    <ErrorScreen {...words} requestId={requestId} description={description}>
      <StatusLinks
        status={status}
        returnTo={draftPage ?? from ?? href("/")}
        failedPage={draftPage ? null : from}
        firstLinks={toForm}
        isReauth={isReauth}
      />
    </ErrorScreen>
  );
}

function adviceFor(t: Translate, reason: string | null): string | undefined {
  const variable = VARIABLE_OF.get(reason);
  if (variable) return t("errors:advice.contract", { variable });
  const withWords = ADVICE.find((each) => each === reason);
  return withWords && t(`errors:advice.${withWords}`);
}

type MissingSellerProps = NonNullable<ReturnType<typeof missingSellerWords>> & { requestId?: string };

function MissingSeller({ message, description, list, toList, addAnew, requestId }: MissingSellerProps) {
  const t = useT();
  const href = useHref();
  const toForm = addAnew ? [{ to: href(addAnew.path), children: addAnew.text }] : [];
  return (
    <ErrorScreen
      requestId={requestId}
      {...errorWords(t, 404, message)}
      description={addAnew ? `${description} ${t("errors:draftKept")}` : description}
    >
      <StatusLinks status={404} returnTo={href(list)} firstLinks={[...toForm, { to: href(list), children: toList }]} />
    </ErrorScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
