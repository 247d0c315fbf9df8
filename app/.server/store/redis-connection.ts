import { createClient } from "redis";
import { bounded } from "./limits";

/** A command that has no answer after this long has none: the page says 503 rather than hang. */
export const COMMAND_MS = 2_000;
const MAX_RECONNECT_PAUSE_MS = 1_000;
/** A connection that broke is waited for so long, by what can be asked again; then Redis counts as away. */
const RECONNECTED_MS = 500;
/** Redis works off one command after another, so more than this waiting means that it does not answer at all. */
const MAX_WAITING_COMMANDS = 10_000;

export type Client = ReturnType<typeof createRedisClient>;

export type Connection = {
  client: Client;
  /** When it was begun. */
  since: number;
  /** Resolves at the first connection. */
  connected: Promise<void>;
  /** While there is none any more: since when, and the next one. */
  lost?: { at: number; back: Promise<void> };
};

function createRedisClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_WAITING_COMMANDS,
    maintNotifications: "disabled",
    pingInterval: COMMAND_MS,
    socket: {
      connectTimeout: COMMAND_MS,
      // Ends a handshake nobody answers; the pings keep a healthy idle connection from ever being silent so long.
      socketTimeout: COMMAND_MS * 2,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, MAX_RECONNECT_PAUSE_MS) * (0.5 + Math.random() / 2),
    },
  });
}

/** @returns a client that reconnects by itself, and what becomes of its connection. */
export function connect(url: string, onError: (error: unknown) => void): Connection {
  const client = createRedisClient(url);
  client.on("error", onError);
  const connected = client.connect().then(
    () => undefined,
    () => undefined, // closed before it ever connected
  );
  const connection: Connection = { client, connected, since: performance.now() };
  client.on("reconnecting", () => {
    const back = () => new Promise<void>((resolve) => client.once("ready", resolve));
    connection.lost ??= { at: performance.now(), back: back() };
  });
  client.on("ready", () => {
    connection.lost = undefined;
  });
  return connection;
}

/** @returns whether it is there again, or at last, soon after it broke or was begun. */
export async function reconnected({ client, since, connected, lost }: Connection): Promise<boolean> {
  const left = RECONNECTED_MS - (performance.now() - (lost?.at ?? since));
  if (left > 0) await bounded(left, lost?.back ?? connected).catch(() => undefined);
  return client.isReady;
}
