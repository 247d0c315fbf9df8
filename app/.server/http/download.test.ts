import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { writeReadableStreamToWritable } from "@remix-run/node";
import { expect, onTestFinished, test } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import { download } from "./download";
import { configureServer } from "./drain";
import { runInRequestScope } from "./request-scope";

test("A reader who takes nothing is cut, and no more is made", async () => {
  Object.assign(process.env, testEnv());
  let [made, isEnded] = [0, false];
  async function* chunks() {
    try {
      for (; ; made += 1) yield Buffer.alloc(64 * 1024, "x");
    } finally {
      isEnded = true;
    }
  }
  const server = createServer((incoming, response) =>
    runInRequestScope(incoming, response, async () => {
      const request = new Request("http://panel.example/sellers/export.csv");
      const { body } = await download(request, { name: "sellers", format: "csv", chunks: chunks() });
      if (body) await writeReadableStreamToWritable(body, response);
    }),
  );
  configureServer(server);
  expect(server.timeout).toBe(300_000);
  server.timeout = 500;
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.pause().write("GET /sellers/export.csv HTTP/1.1\r\nHost: panel.example\r\n\r\n");
  await expect.poll(() => isEnded, { timeout: 5_000 }).toBe(true);
  // 20 MB, more than the buffers of both sockets hold.
  expect(made).toBeLessThan(320);
});
