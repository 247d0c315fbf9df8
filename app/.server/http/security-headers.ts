import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import { env } from "~/.server/env";
import { isLoopback, PLAIN_HOST } from "~/.server/env-fields";
import { pathOf } from "./request-target";

type Nonced = ServerResponse & { cspNonce?: string };

const PERMISSIONS =
  "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), screen-wake-lock=(), usb=(), xr-spatial-tracking=()";

/** The only page that may be framed, by our own pages (docs/product.md §4). */
const FRAMED_PATH = "/auth/silent-renew";

/** Cognito's pages, for example, aren't on its issuer's origin. */
let provider: { forms: string[]; frames: string[] } = { forms: [], frames: [] };

/** Adds the origins of the discovery document's pages to the policy. */
export function allowProviderPages(pages: { authorization: string; endSession?: string }): void {
  const { authorization, endSession } = pages;
  provider = {
    forms: [authorization, endSession].flatMap(sourceOf),
    frames: sourceOf(authorization),
  };
  plain = undefined;
  framed = undefined;
}

function sourceOf(address: string | undefined): string[] {
  if (!address || !URL.canParse(address)) return [];
  const url = new URL(address);
  const secure = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
  return secure && PLAIN_HOST.test(url.hostname) ? [url.origin] : [];
}

/** In seconds. */
const hsts = () =>
  env().APP_URL.startsWith("https:") ? ({ maxAge: 63_072_000, includeSubDomains: true } as const) : (false as const);

/** The other headers are about documents and would add 1 kB to each file. */
function buildForFiles() {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: hsts(),
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
}

function build(framed: boolean) {
  const { APP_URL, OIDC_ISSUER, OIDC_ORIGINS } = env();
  const https = APP_URL.startsWith("https:");
  const ours = ["'self'", OIDC_ISSUER.origin];
  const nonce = (_request: IncomingMessage, response: ServerResponse) => `'nonce-${(response as Nonced).cspNonce}'`;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", nonce],
        scriptSrcAttr: ["'none'"],
        // In development Vite and Remix insert styles without a nonce.
        styleSrc: ["'self'", env().NODE_ENV === "development" ? "'unsafe-inline'" : nonce],
        // Mantine sets sizes and colours as style attributes, which can't carry a nonce.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", "data:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        // Browsers check each redirect after a form, so sign-out needs the origins that follow it.
        formAction: [...new Set([...ours, ...provider.forms, ...OIDC_ORIGINS])],
        frameSrc: [...new Set([...ours, ...provider.frames, ...OIDC_ORIGINS])],
        frameAncestors: [framed ? "'self'" : "'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: hsts(),
    xFrameOptions: { action: framed ? "sameorigin" : "deny" },
    referrerPolicy: { policy: "same-origin" },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
  });
}

let plain: ReturnType<typeof build> | undefined;
let framed: ReturnType<typeof build> | undefined;
let ofFiles: ReturnType<typeof build> | undefined;

type Answered = { nonce: string; isBuilt: boolean };

export function securityHeaders(request: IncomingMessage, response: Nonced, { nonce, isBuilt }: Answered): void {
  plain ??= build(false);
  framed ??= build(true);
  ofFiles ??= buildForFiles();
  response.cspNonce = nonce;
  const set = isBuilt ? ofFiles : pathOf(request) === FRAMED_PATH ? framed : plain;
  set(request, response, (error?: unknown) => {
    if (error) throw error;
  });
  if (!isBuilt) response.setHeader("Permissions-Policy", PERMISSIONS);
}
