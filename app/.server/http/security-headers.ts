import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import { env } from "~/.server/env";
import { isLoopback, PLAIN_HOST } from "~/.server/env-fields";
import { pathOf } from "./request-target";

type Nonced = ServerResponse & { cspNonce?: string };

const PERMISSIONS =
  "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), screen-wake-lock=(), usb=(), xr-spatial-tracking=()";

/** Our own pages frame this page (docs/product.md §4). No other page may be framed. */
const FRAMED_PATH = "/auth/silent-renew";

const isFramed = (request: IncomingMessage) => pathOf(request) === FRAMED_PATH;

/** Origins of the provider's pages, which may differ from the issuer's, as Cognito's do. */
let providerOrigins = { forms: [] as string[], frames: [] as string[] };

export function allowProviderPages(pages: { authorization: string; endSession?: string }): void {
  const frames = safeOriginsOf(pages.authorization);
  providerOrigins = { forms: [...frames, ...safeOriginsOf(pages.endSession)], frames };
}

function safeOriginsOf(address: string | undefined): string[] {
  if (!address || !URL.canParse(address)) return [];
  const url = new URL(address);
  const secure = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
  return secure && PLAIN_HOST.test(url.hostname) ? [url.origin] : [];
}

/** For pages and files. Pages get further headers, which would add 1 kB to each file. */
function commonOptions() {
  const isHttps = env().APP_URL.startsWith("https:");
  return {
    strictTransportSecurity: isHttps && { maxAge: 63_072_000, includeSubDomains: true },
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
  } as const;
}

function buildForFiles() {
  return helmet({
    ...commonOptions(),
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
}

function buildForPages() {
  const { APP_URL, NODE_ENV, OIDC_ISSUER, OIDC_ORIGINS } = env();
  const withProvider = (origins: string[]) => [...new Set([OIDC_ISSUER.origin, ...origins, ...OIDC_ORIGINS])].join(" ");
  const nonce = (_request: IncomingMessage, response: ServerResponse) => `'nonce-${(response as Nonced).cspNonce}'`;
  return helmet({
    ...commonOptions(),
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", nonce],
        scriptSrcAttr: ["'none'"],
        // In development Vite and Remix insert styles without a nonce.
        styleSrc: ["'self'", NODE_ENV === "development" ? "'unsafe-inline'" : nonce],
        // Mantine sets sizes and colours as style attributes, which can't carry a nonce.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", "data:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        // Browsers check each redirect after a form, and sign-out redirects to the provider.
        formAction: ["'self'", () => withProvider(providerOrigins.forms)],
        frameSrc: ["'self'", () => withProvider(providerOrigins.frames)],
        frameAncestors: [(request) => (isFramed(request) ? "'self'" : "'none'")],
        ...(APP_URL.startsWith("https:") ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    crossOriginOpenerPolicy: { policy: "same-origin" },
  });
}

let pageHeaders: ReturnType<typeof buildForPages> | undefined;
let fileHeaders: ReturnType<typeof buildForFiles> | undefined;

export function securityHeaders(
  request: IncomingMessage,
  response: Nonced,
  { nonce, isFile }: { nonce: string; isFile: boolean },
): void {
  pageHeaders ??= buildForPages();
  fileHeaders ??= buildForFiles();
  response.cspNonce = nonce;
  const setHeaders = isFile ? fileHeaders : pageHeaders;
  setHeaders(request, response, (error?: unknown) => {
    if (error) throw error;
  });
  if (isFramed(request)) response.setHeader("X-Frame-Options", "SAMEORIGIN");
  if (!isFile) response.setHeader("Permissions-Policy", PERMISSIONS);
}
