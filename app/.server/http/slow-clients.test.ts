import { once } from "node:events";
import { createServer, type RequestListener, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import { SlowClients } from "./slow-clients";

Object.assign(process.env, testEnv());
const WINDOW_MS = 400;
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function serve(answer: RequestListener): Promise<number> {
  const slow = new SlowClients({ windowMs: WINDOW_MS, leastBytes: 64 * 1024 });
  const server = createServer((incoming, response) => {
    slow.watch(incoming, response);
    answer(incoming, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** All that a bare connection was told until it was closed. */
async function told(port: number, first: string, drip?: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  socket.on("error", () => {});
  socket.write(first);
  const dripping = drip === undefined ? undefined : setInterval(() => socket.write(drip), WINDOW_MS / 10);
  await once(socket, "close");
  clearInterval(dripping);
  return text;
}

const POST = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n";

it.each([
  ["drips", "a"],
  ["stops", undefined],
])("a form that %s gets 408 and is cut", async (_how, drip) => {
  const port = await serve((incoming, response) => {
    incoming.resume().once("end", () => response.end("read"));
  });
  expect(await told(port, POST, drip)).toMatch(/^HTTP\/1\.1 408 /);
});

it("an answer that nobody takes is cut, and whoever makes it hears of it", async () => {
  let closed: Promise<unknown> | undefined;
  const port = await serve((_incoming, response) => {
    closed = once(response, "close");
    response.write(Buffer.alloc(32 * 1024 * 1024));
  });
  const sent = request({ port, host: "127.0.0.1" }).end();
  const [response] = await once(sent, "response");
  response.once("error", () => {});
  await once(response, "readable");
  response.read(1_000);
  await closed;
});

it("a server that takes its time, and a large form and answer that go on, are left alone", async () => {
  const port = await serve(async (incoming, response) => {
    let bytes = 0;
    for await (const part of incoming) bytes += part.length;
    await wait(3 * WINDOW_MS);
    response.write("a");
    await wait(3 * WINDOW_MS);
    response.end(String(bytes));
  });
  const sent = request({ port, host: "127.0.0.1", method: "POST" });
  for (let part = 0; part < 12; part += 1) {
    sent.write(Buffer.alloc(256 * 1024));
    await wait(WINDOW_MS / 4);
  }
  sent.end();
  const [response] = await once(sent, "response");
  let text = "";
  for await (const part of response) text += part;
  expect(text).toBe(`a${12 * 256 * 1024}`);
});
