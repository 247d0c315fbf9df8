import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { listen } from "./listen";

/** One request as it arrived, its body read. */
export type Seen = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };

/** A server on a free port whose answers, cut or endless ones too, are a function of the test. */
export type FaultServer = { url: string; seen: Seen[]; close(): Promise<void> };

export async function startFaultServer(answer: RequestListener): Promise<FaultServer> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const entry = { method, url, headers, body: "" };
    seen.push(entry);
    for await (const chunk of request) entry.body += chunk;
    answer(request, response);
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    seen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
