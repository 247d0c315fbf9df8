/* Not configurable (docs/product.md §4 and §9). */

export const SIGN_IN_MAX_AGE_SECONDS = 15 * 60;

export const CLOCK_SKEW_SECONDS = 5 * 60;

export const RENEW_BEFORE_EXPIRY_SECONDS = 60;

export const RENEWAL_FRAME_TIMEOUT_MS = 10_000;

/** The pause after a failed renewal, in the browser and on the server. */
export const RENEWAL_RETRY_MS = 5_000;

export const SESSION_CHECK_INTERVAL_MS = 2_000;

export const EXPIRY_NOTICE_MS = 2 * 60_000;
