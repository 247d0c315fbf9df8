import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import { watchQueued } from "./queued-answers";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

Object.assign(process.env, testEnv());
/** Requests for which nothing is done. */
let refused = 0;

type Served = { response: ServerResponse; closes: number };

/** A server that answers nothing by itself, and a connection to it that has sent so many requests at once. */
async function requestsAtOnce(count: number, taken = count): Promise<{ served: Served[]; socket: Socket }> {
  refused = 0;
  const served: Served[] = [];
  const server = createServer((request, response) => {
    if (!watchQueued(request, response)) {
      refused += 1;
      return;
    }
    const one = { response, closes: 0 };
    response.on("close", () => {
      one.closes += 1;
    });
    served.push(one);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(count));
  await vi.waitFor(() => expect(served).toHaveLength(taken), 20_000);
  return { served, socket };
}

const closes = (served: Served[]) => served.map((one) => one.closes);

test("an answer that waits for its turn hears that nobody is there any more, and can't be waited for", async () => {
  const { served, socket } = await requestsAtOnce(2);
  served[1]?.response.write("x".repeat(100_000));
  expect(served[1]?.response.writableNeedDrain).toBe(true);
  socket.destroy();
  await vi.waitFor(() => expect(closes(served)).toEqual([1, 1]), 20_000);
  for (const { response } of served) expect(response.destroyed).toBe(true);
  // What is still written to them harms nobody.
  for (const { response } of served) response.end("late");
  await new Promise(setImmediate);
  expect(closes(served)).toEqual([1, 1]);
});

test("an answer that had its turn hears of its end once, and from Node", async () => {
  const { served, socket } = await requestsAtOnce(3);
  served[0]?.response.end("first");
  await vi.waitFor(() => expect(closes(served)).toEqual([1, 0, 0]), 20_000);
  expect(served[1]?.response.socket).toBeTruthy();
  socket.destroy();
  await vi.waitFor(() => expect(closes(served)).toEqual([1, 1, 1]), 20_000);
});

test("however many are sent at once, nobody warns of a leak", async () => {
  const warned = vi.fn();
  process.on("warning", warned);
  ends.push(() => process.off("warning", warned));
  const { served, socket } = await requestsAtOnce(33);
  socket.destroy();
  await vi.waitFor(() => expect(closes(served)).toEqual(served.map(() => 1)), 20_000);
  expect(warned).not.toHaveBeenCalled();
});

test("a connection that sends more than that is cut, and nothing is done for what it sent last", async () => {
  const { served, socket } = await requestsAtOnce(1_000, 33);
  await once(socket, "close");
  await vi.waitFor(() => expect(closes(served)).toEqual(served.map(() => 1)), 20_000);
  expect([served.length, refused]).toEqual([33, 967]);
});
