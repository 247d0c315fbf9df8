/* What the response to a session check tells the browser (docs/product.md §2). */

/** An `Expiry`, sent only in the session's last EXPIRY_NOTICE_MS. */
export const SESSION_ENDS_HEADER = "Panel-Session-Ends";

/** "1" while there is news to fetch. */
export const NEWS_HEADER = "Panel-News";

/** A hash of the subject, as in `session.person` of the root's data. */
export const PERSON_HEADER = "Panel-Person";

/** The near end of a session, in the header as `idle=1763980320000`. */
export type Expiry = {
  /** Any request of the person moves the end (`idle`), or only another sign-in does (`fixed`). */
  limit: "idle" | "fixed";
  /** Milliseconds since the epoch. */
  at: number;
};

export function printExpiry({ limit, at }: Expiry): string {
  return `${limit}=${at}`;
}

/** @returns null for any other text */
export function readExpiry(text: string | null): Expiry | null {
  const [, limit, at] = /^(idle|fixed)=(\d{1,15})$/.exec(text ?? "") ?? [];
  return limit ? { limit: limit as Expiry["limit"], at: Number(at) } : null;
}
