import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import { download } from "./download";
import { inRequestScope } from "./request-scope";

test("A reader who takes nothing for a minute is cut, and no more is made", async () => {
  Object.assign(process.env, testEnv());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let [made, isEnded] = [0, false];
  async function* chunks() {
    try {
      for (; ; made += 1) yield Buffer.alloc(64 * 1024, "x");
    } finally {
      isEnded = true;
    }
  }
  // Nobody reads it.
  const response = new PassThrough();
  const incoming = { headers: {}, url: "/sellers/export.csv" } as IncomingMessage;
  const { body } = await inRequestScope(incoming, response as unknown as ServerResponse, () => {
    const request = new Request("http://panel.example/sellers/export.csv");
    return download(request, { name: "sellers", format: "csv", chunks: chunks() });
  });
  const reader = body?.getReader();
  response.write((await reader?.read())?.value);
  const next = reader?.read();

  await vi.advanceTimersByTimeAsync(59_000);
  expect([response.destroyed, made]).toEqual([false, 0]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(response.destroyed).toBe(true);
  expect(await next).toEqual({ done: true, value: undefined });
  expect(isEnded).toBe(true);
});
