/*
 * The numbers of docs/product.md §9 that sign-in and the session live by. Each stands here once; the server and the
 * browser both read it from here.
 */

/** A sign-in that was begun longer ago than this is started again ("stale sign-in state age"). */
export const SIGN_IN_MAX_AGE_SECONDS = 15 * 60;

/** How far the provider's clock may be from ours. */
export const CLOCK_SKEW_SECONDS = 5 * 60;

/** An access token is renewed this long before it expires. */
export const RENEW_BEFORE_EXPIRY_SECONDS = 60;

/** The hidden renewal frame is given up after this long. */
export const RENEWAL_FRAME_TIMEOUT_MS = 10_000;

/** After a renewal frame timed out, the next one follows this long after. */
export const RENEWAL_RETRY_MS = 5_000;

/** How often a visible page asks whether its session still lives. */
export const SESSION_CHECK_MS = 2_000;

/** People are told this long before their session ends. */
export const EXPIRY_NOTICE_MS = 2 * 60_000;

/** Of the session check's answer, within that time: when the session ends (`session/expiry.ts`). */
export const SESSION_ENDS_HEADER = "Panel-Session-Ends";

/** Of the session check's answer: somebody has something to tell the person. */
export const NEWS_HEADER = "Panel-News";

/** Of the same: whose session it is, as pages know their person (`session.person` of the root's data). */
export const PERSON_HEADER = "Panel-Person";
