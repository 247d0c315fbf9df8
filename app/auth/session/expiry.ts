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
