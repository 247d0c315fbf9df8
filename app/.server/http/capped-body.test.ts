import { expect, test, vi } from "vitest";
import { BodyTooLarge, readAnswer, readCapped } from "./capped-body";

/** An endless body of 1 kB parts; tells how many were asked for and whether it was let go. */
function endless() {
  const seen = { parts: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        seen.parts += 1;
        controller.enqueue(new Uint8Array(1024));
      },
      cancel() {
        seen.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { seen, body };
}

test("reads what fits, to the last byte", async () => {
  expect(new TextDecoder().decode(await readCapped(new Response("żółć"), 8))).toBe("żółć");
  expect(await readCapped(new Response(null), 0)).toHaveLength(0);
  await expect(readCapped(new Response("żółć"), 7)).rejects.toThrow(BodyTooLarge);
});

test("a long body is put together to the last byte, with turns for others in between", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += 1;
    return now;
  });
  let turns = 0;
  let counting = setImmediate(function count() {
    turns += 1;
    counting = setImmediate(count);
  });

  const parts = Array.from({ length: 40 }, (_none, at) => new Uint8Array(60_000 + at).fill(at));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  const read = Buffer.from(await readCapped(new Response(body), 4_000_000));
  clearImmediate(counting);
  vi.restoreAllMocks();
  expect(read.equals(Buffer.concat(parts))).toBe(true);
  expect(turns).toBeGreaterThan(2);
});

/** A body of these parts, each of which its sender uses again for the next one. */
function partsOf(sizes: Iterable<number>) {
  const shared = new Uint8Array(8 * 1024);
  const left = sizes[Symbol.iterator]();
  let at = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { value, done } = left.next();
        if (done) return controller.close();
        at += 1;
        const part = value < 4096 ? shared.subarray(0, value) : new Uint8Array(value);
        controller.enqueue(part.fill(at % 251));
      },
    },
    { highWaterMark: 0 },
  );
}

test("a body in parts of one byte is kept in few parts", async () => {
  const concat = vi.spyOn(Buffer, "concat");
  const sizes = Array.from({ length: 300_000 }, () => 1);
  const read = await readCapped(new Response(partsOf(sizes)), 300_000);
  const kept = concat.mock.calls[0]?.[0] ?? [];
  concat.mockRestore();
  expect(kept.length).toBeLessThan(12);
  expect(kept.reduce((sum, part) => sum + part.buffer.byteLength, 0)).toBeLessThan(400_000);
  expect(Buffer.from(read).equals(Buffer.from(sizes.map((_one, at) => (at + 1) % 251)))).toBe(true);
});

test("small parts and large ones stay in their order", async () => {
  const sizes = Array.from({ length: 60 }, (_none, at) => [1, 4095, 4096, 7000, 0, 200][at % 6] ?? 0);
  const read = await readCapped(new Response(partsOf(sizes)), 1_000_000);
  const sent = Buffer.concat(sizes.map((size, at) => Buffer.alloc(size, (at + 1) % 251)));
  expect(Buffer.from(read).equals(sent)).toBe(true);
});

test("stops at the cap; a request's body is left for the answer to go out, an answer's is let go", async () => {
  const asked = endless();
  await expect(readCapped(new Response(asked.body), 3 * 1024)).rejects.toThrow(BodyTooLarge);
  expect(asked.seen).toEqual({ parts: 4, cancelled: false });
  expect(asked.body.locked).toBe(false);

  const answered = endless();
  await expect(readAnswer(new Response(answered.body), 3 * 1024)).rejects.toThrow(BodyTooLarge);
  expect(answered.seen).toEqual({ parts: 4, cancelled: true });
});

test("what is announced as too long isn't begun", async () => {
  const { seen, body } = endless();
  const response = new Response(body, { headers: { "Content-Length": "4096" } });
  await expect(readAnswer(response, 4095)).rejects.toThrow(BodyTooLarge);
  expect(seen).toEqual({ parts: 0, cancelled: true });
});

test("the connection's own error comes through", async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error("cut")) });
  await expect(readAnswer(new Response(body), 10)).rejects.toThrow("cut");
});
