/* Times of docs/product.md §4 and §9, and headers about them, for the server and the browser. The
 * limits of a session are configuration (SESSION_IDLE_MINUTES), kept by session/session.server.ts. */

export const SIGN_IN_MAX_AGE_SECONDS = 15 * 60;

export const CLOCK_SKEW_SECONDS = 5 * 60;

export const RENEW_BEFORE_EXPIRY_SECONDS = 60;

export const RENEWAL_FRAME_TIMEOUT_MS = 10_000;

export const RENEWAL_RETRY_MS = 5_000;

export const SESSION_CHECK_MS = 2_000;

export const EXPIRY_NOTICE_MS = 2 * 60_000;

/** When the session ends, within EXPIRY_NOTICE_MS of its end: an `Expiry`. */
export const SESSION_ENDS_HEADER = "Panel-Session-Ends";

export const NEWS_HEADER = "Panel-News";

/** A hash of the subject, as in `session.person` of the root's data. */
export const PERSON_HEADER = "Panel-Person";

/** The near end of a session, in the session check's header `idle=1763980320000`. */
export type Expiry = {
  /** Any request of the person moves the end (`idle`), or only another sign-in does (`fixed`). */
  limit: "idle" | "fixed";
  /** Milliseconds since the epoch. */
  at: number;
};

export function printExpiry({ limit, at }: Expiry): string {
  return `${limit}=${at}`;
}

/** @returns null for what isn't a header's value of ours */
export function readExpiry(text: string | null): Expiry | null {
  const [, limit, at] = /^(idle|fixed)=(\d{1,15})$/.exec(text ?? "") ?? [];
  return limit ? { limit: limit as Expiry["limit"], at: Number(at) } : null;
}
