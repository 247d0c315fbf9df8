import { SESSION_ENDS_HEADER } from "~/auth/session/session-headers";

/** One tab's session check tells all tabs of the browser. */
type ExpiryBroadcast = { person: string; endHeader: string | null };

const CHANNEL = "session-expiry";

/** @param onExpiry gets the header's value, or null while the end isn't near */
export function subscribeToExpiry(person: string, onExpiry: (endHeader: string | null) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<ExpiryBroadcast>) => {
    if (data.person === person) onExpiry(data.endHeader);
  };
  return () => channel.close();
}

/** Tells all tabs, this one too, when the session ends. */
export function broadcastExpiry(person: string, headers: Headers): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ person, endHeader: headers.get(SESSION_ENDS_HEADER) } satisfies ExpiryBroadcast);
  channel.close();
}

/** Uses the session, which moves its idle limit. @returns whether its end isn't near any more */
export async function prolongSession(person: string): Promise<boolean> {
  const answer = await fetch("/auth/session", { method: "POST", redirect: "manual" }).catch(() => undefined);
  if (answer?.status !== 204) return false;
  broadcastExpiry(person, answer.headers);
  return !answer.headers.has(SESSION_ENDS_HEADER);
}
