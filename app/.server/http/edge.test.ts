import { createServer, type ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listen } from "../../../test/support/listen";
import { testEnv } from "../../../test/support/test-env";

beforeEach(() => {
  for (const [name, value] of Object.entries(testEnv())) vi.stubEnv(name, value);
});
afterEach(() => vi.unstubAllEnvs());

/** Who waits for the end of an answer, once the server's modules have been loaded anew. */
async function listenersAtAnswer(): Promise<number> {
  vi.resetModules();
  const { attachEdge } = await import("./edge");
  attachEdge();
  let listeners = 0;
  const server = createServer((_request, response: ServerResponse) => {
    listeners = response.listenerCount("close") + response.listenerCount("finish");
    response.end();
  });
  await (await fetch(`http://127.0.0.1:${await listen(server)}/a`)).text();
  server.closeAllConnections();
  server.close();
  return listeners;
}

it("The edge is attached once, however often development reloads it", async () => {
  const first = await listenersAtAnswer();
  expect(first).toBeGreaterThan(2);
  expect(await listenersAtAnswer()).toBe(first);
});
