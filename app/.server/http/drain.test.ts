import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import { listen } from "../../../test/support/listen";
import { configureServer } from "./drain";

vi.mock("~/.server/log", () => ({ log: () => ({ info: () => undefined }) }));

/** Envoy's default, the longest of the usual proxies, in seconds. */
const ENVOY_KEEPS = 3_600;

test("Connections outlive the proxy's, and idle ones don't delay the end", async () => {
  const exit = vi.spyOn(process, "exit").mockImplementation((() => undefined) as unknown as typeof process.exit);
  const begun: ServerResponse[] = [];
  const server = createServer((_incoming, response) => begun.push(response));
  configureServer(server);
  const port = await listen(server);
  const agent = new Agent({ keepAlive: true });
  const ask = () => {
    const sent = request({ port, host: "127.0.0.1", agent }).end();
    return once(sent, "response") as Promise<[IncomingMessage]>;
  };

  // Node has prepared the very first answer before anybody hears of the server.
  let keptFor: number | undefined;
  for (let answered = 0; answered < 2; answered += 1) {
    const asked = ask();
    await vi.waitFor(() => expect(begun).toHaveLength(answered + 1), 20_000);
    begun[answered]?.end();
    const [answer] = await asked;
    answer.resume();
    keptFor = Number(/^timeout=(\d+)$/.exec(answer.headers["keep-alive"] as string)?.[1]);
  }
  expect(keptFor).toBeGreaterThan(ENVOY_KEEPS);

  const late = ask();
  await vi.waitFor(() => expect(begun).toHaveLength(3), 20_000);
  const { socket } = begun[2] as ServerResponse;
  server.close();
  await vi.waitFor(() => expect(server.listening).toBe(false), 20_000);
  begun[2]?.end();
  (await late)[0].resume();
  // By the server: the client would keep it.
  await vi.waitFor(() => expect(socket?.destroyed).toBe(true), 20_000);
  await vi.waitFor(() => expect(exit).toHaveBeenCalledWith(0), 20_000);
  exit.mockRestore();
  agent.destroy();
});
