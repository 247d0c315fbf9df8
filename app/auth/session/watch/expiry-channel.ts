import { SESSION_ENDS_HEADER } from "~/auth/timing";

/** What one tab's session check has found out, for all tabs of the browser. */
type ExpiryMessage = { person: string; ends: string | null };

const CHANNEL = "session-expiry";

/** @param onNews gets the header's value, or null while the end isn't near */
export function hearExpiry(person: string, onNews: (ends: string | null) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<ExpiryMessage>) => {
    if (data.person === person) onNews(data.ends);
  };
  return () => channel.close();
}

/** Tells all tabs, this one too, what the server said of the session's end. */
export function tellExpiry(person: string, headers: Headers): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ person, ends: headers.get(SESSION_ENDS_HEADER) } satisfies ExpiryMessage);
  channel.close();
}

/** Uses the session, which moves its idle limit. @returns whether its end isn't near any more */
export async function prolongSession(person: string): Promise<boolean> {
  const answer = await fetch("/auth/session", { method: "POST", redirect: "manual" }).catch(() => undefined);
  if (answer?.status !== 204) return false;
  tellExpiry(person, answer.headers);
  return !answer.headers.has(SESSION_ENDS_HEADER);
}
