/* Headers of the response to a session check (docs/product.md §2). */

/** An `Expiry` as `idle=1763980320000`, in the session's last EXPIRY_NOTICE_MS. */
export const SESSION_ENDS_HEADER = "Panel-Session-Ends";

export const NEWS_HEADER = "Panel-News";

/** A hash of `sub`, the same as `session.person` of the root's data. */
export const PERSON_HEADER = "Panel-Person";

export type Expiry = {
  /** Each request moves an `idle` end. Only a new sign-in moves a `fixed` end. */
  limit: "idle" | "fixed";
  /** Milliseconds since the epoch. */
  at: number;
};

export function printExpiry({ limit, at }: Expiry): string {
  return `${limit}=${at}`;
}

export function readExpiry(text: string | null): Expiry | null {
  const [, limit, at] = /^(idle|fixed)=(\d{1,15})$/.exec(text ?? "") ?? [];
  return limit ? { limit: limit as Expiry["limit"], at: Number(at) } : null;
}
