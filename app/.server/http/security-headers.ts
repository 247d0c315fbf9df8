import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import { env } from "~/.server/env";
import { isLoopback, PLAIN_HOST } from "~/.server/env-fields";
import { pathOf } from "./request-target";

type Nonced = ServerResponse & { cspNonce?: string };

const PERMISSIONS =
  "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), screen-wake-lock=(), usb=(), xr-spatial-tracking=()";

/** The renewal page is the one page that may stand in a frame, and only in our own (docs/product.md §4). */
const FRAMED_PATH = "/auth/silent-renew";

/** Where the provider's own pages stand, as far as that is known: Cognito's, for one, aren't on its issuer's origin. */
let provider: { forms: string[]; frames: string[] } = { forms: [], frames: [] };

/**
 * From now on the policy lets people get to the provider's pages, wherever its discovery document has them.
 * @param pages where signing in begins, in the hidden frame too, and where the provider's session is ended
 */
export function allowProviderPages(pages: { authorization: string; endSession?: string }): void {
  const { authorization, endSession } = pages;
  provider = {
    forms: [authorization, endSession].flatMap(sourceOf),
    frames: sourceOf(authorization),
  };
  plain = undefined;
  framed = undefined;
}

/** An address' origin, if it may stand in a policy. */
function sourceOf(address: string | undefined): string[] {
  if (!address || !URL.canParse(address)) return [];
  const url = new URL(address);
  const secure = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
  return secure && PLAIN_HOST.test(url.hostname) ? [url.origin] : [];
}

/** Two years, in seconds. */
const hsts = () =>
  env().APP_URL.startsWith("https:") ? ({ maxAge: 63_072_000, includeSubDomains: true } as const) : (false as const);

/** The headers that matter for scripts, sheets and pictures. The others are about documents, and would add a kilobyte to each file. */
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
        // Vite and Remix put styles into the page without a nonce, in development alone.
        styleSrc: ["'self'", env().NODE_ENV === "development" ? "'unsafe-inline'" : nonce],
        // Mantine sets sizes and colours as style attributes, which can't carry a nonce.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", "data:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        // Browsers hold every redirect after a form to this list, so sign-out needs the provider's origins, and those that it leads on to.
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

/** `isBuilt`: a file that the build made, which needs fewer headers. */
type Answered = { nonce: string; isBuilt: boolean };

/** Sets the security headers of one response: pages, data, errors and files. */
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
