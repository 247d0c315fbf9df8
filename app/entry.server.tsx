import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { ConfigurationError, env } from "~/.server/env";
import { CoalesceStream } from "~/.server/http/coalesce-stream";
import { attachEdge } from "~/.server/http/edge";
import { takeRenderSlot } from "~/.server/http/page-slots";
import { requestScope } from "~/.server/http/request-scope";
import { yieldToEventLoop } from "~/.server/in-slices";
import { log } from "~/.server/log";
import { TranslateContext } from "~/i18n/hooks";
import { getT } from "~/i18n/i18n.server";
import { type Locale, localeOfPath } from "~/i18n/locales";
import { DocumentContext, type InlineSheets } from "~/layouts/shell/document-context";
import { inlineStyles } from "~/layouts/shell/inline-styles.server";
import { pagePreloads } from "~/layouts/shell/page-preloads.server";
import { startServer } from "~/ops/start-server.server";

try {
  env();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
attachEdge();
await startServer();

/** In ms. A deferred value that takes longer renders its error boundary. */
export const streamTimeout = 15_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
): Promise<Response> {
  const locale = localeOfPath(new URL(request.url).pathname);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", locale);
  const sheets = inlineStyles(request, remixContext);
  const preloads = pagePreloads(remixContext, locale, { hasInlineSheets: sheets !== undefined });
  if (preloads) headers.append("Link", preloads);
  const release = await takeRenderSlot();
  if (!release) return new Response(null, { status: 503, headers: { "Retry-After": "5" } });
  try {
    // Rendering blocks the event loop, so other requests run between two pages.
    await yieldToEventLoop();
    const context = withMatchedRoutes(remixContext, sheets);
    return await streamDocument(documentOf(context, { url: request.url, locale, sheets }), { headers, status });
  } finally {
    release();
  }
}

/** RemixServer would create every route of the app for each page. */
function withMatchedRoutes(context: EntryContext, sheets: InlineSheets | undefined): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const ids = new Set(staticHandlerContext.matches.map(({ route }) => route.id));
  const matched = Object.entries(manifest.routes).filter(([id]) => ids.has(id));
  const routes = Object.fromEntries(
    sheets ? matched.map(([id, route]) => [id, { ...route, css: undefined }]) : matched,
  );
  return { ...context, manifest: { ...manifest, routes } };
}

type DocumentProps = { url: string; locale: Locale; sheets: InlineSheets | undefined };

function documentOf(context: EntryContext, { url, locale, sheets }: DocumentProps): ReactElement {
  const { nonce, id: requestId } = requestScope();
  const { SUPPORT_EMAIL: email, SUPPORT_URL: supportUrl } = env();
  return (
    <DocumentContext.Provider value={{ nonce, requestId, support: { email, url: supportUrl }, sheets }}>
      <TranslateContext.Provider value={getT(locale)}>
        <RemixServer context={context} url={url} nonce={nonce} />
      </TranslateContext.Provider>
    </DocumentContext.Provider>
  );
}

function streamDocument(element: ReactElement, init: { headers: Headers; status: number }): Promise<Response> {
  const { nonce } = requestScope();
  return new Promise((resolve, reject) => {
    let isShellSent = false;
    const { pipe, abort } = renderToPipeableStream(element, {
      nonce,
      // React would send large parts in hidden elements that only a script can show.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellReady() {
        isShellSent = true;
        const body = new CoalesceStream();
        resolve(new Response(createReadableStreamFromReadable(body), init));
        pipe(body);
      },
      onAllReady: () => clearTimeout(abortTimer),
      onError(error) {
        if (isShellSent) log().error({ err: error }, "rendering failed");
        // Rejecting makes Remix render the error screen. React would leave the failed part to
        // the browser's scripts.
        else reject(error);
      },
    });
    // Remix rejects late values at `streamTimeout`. React then has 2 s for their error boundaries.
    const abortTimer = setTimeout(abort, streamTimeout + 2_000).unref();
  });
}

export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted) return;
  // The access log already has a 4xx, such as Remix's 405 for an unknown method.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  log().error({ err: error }, "request failed");
}
