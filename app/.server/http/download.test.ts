import { once } from "node:events";
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import { writeReadableStreamToWritable } from "@remix-run/node";
import { expect, test, vi } from "vitest";
import { listen } from "../../../test/support/listen";
import { testEnv } from "../../../test/support/test-env";
import { download } from "./download";
import { inRequestScope } from "./request-scope";

/** More than the sockets of both sides hold. */
const CHUNKS = 64;

test("A reader who takes nothing for a minute is cut, and no more is made", async () => {
  Object.assign(process.env, testEnv());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let [made, isEnded] = [0, false];
  async function* chunks() {
    try {
      for (; made < CHUNKS; made += 1) yield Buffer.alloc(1024 * 1024, "x");
    } finally {
      isEnded = true;
    }
  }
  let served: ServerResponse | undefined;
  const server = createServer((incoming, response) =>
    inRequestScope(incoming, response, async () => {
      served = response;
      const request = new Request("http://panel.example/sellers/export.csv");
      const { body } = await download(request, { fileName: "sellers.csv", type: "text/csv", chunks: chunks() });
      if (body) await writeReadableStreamToWritable(body, response);
    }),
  );
  const port = await listen(server);
  const [reader] = (await once(get({ port, host: "127.0.0.1", agent: false }), "response")) as [IncomingMessage];
  reader.on("error", () => undefined);

  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), 20_000);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(served?.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(served?.destroyed).toBe(true);
  await vi.waitFor(() => expect(isEnded).toBe(true), 20_000);
  expect(made).toBeLessThan(CHUNKS);

  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});
