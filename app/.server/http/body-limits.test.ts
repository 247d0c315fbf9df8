import { expect, test, vi } from "vitest";
import { BodyTooLarge, readAnswer, readCapped } from "./body-limits";

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

test("A body that fits is read to the last byte", async () => {
  expect(new TextDecoder().decode(await readCapped(new Response("żółć"), 8))).toBe("żółć");
  expect(await readCapped(new Response(null), 0)).toHaveLength(0);
  await expect(readCapped(new Response("żółć"), 7)).rejects.toThrow(BodyTooLarge);
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

test("A body in parts of one byte takes little more memory than its bytes", async () => {
  const allocate = vi.spyOn(Buffer, "allocUnsafeSlow");
  const sizes = Array.from({ length: 300_000 }, () => 1);
  const read = await readCapped(new Response(partsOf(sizes)), 300_000);
  const allocated = allocate.mock.calls.reduce((sum, [bytes]) => sum + bytes, 0);
  allocate.mockRestore();
  expect(allocated).toBeLessThan(900_000);
  expect(Buffer.from(read).equals(Buffer.from(sizes.map((_one, at) => (at + 1) % 251)))).toBe(true);
});

test("Small and large parts stay in their order", async () => {
  const sizes = Array.from({ length: 60 }, (_none, at) => [1, 4095, 4096, 7000, 0, 200][at % 6] ?? 0);
  const read = await readCapped(new Response(partsOf(sizes)), 1_000_000);
  const sent = Buffer.concat(sizes.map((size, at) => Buffer.alloc(size, (at + 1) % 251)));
  expect(Buffer.from(read).equals(sent)).toBe(true);
});

test("Reading stops at the limit and cancels the body of a response alone", async () => {
  const asked = endless();
  await expect(readCapped(new Response(asked.body), 3 * 1024)).rejects.toThrow(BodyTooLarge);
  expect(asked.seen).toEqual({ parts: 4, cancelled: false });
  expect(asked.body.locked).toBe(false);

  const answered = endless();
  await expect(readAnswer(new Response(answered.body), 3 * 1024)).rejects.toThrow(BodyTooLarge);
  expect(answered.seen).toEqual({ parts: 4, cancelled: true });
});

test("A body that is announced as too long isn't begun", async () => {
  const { seen, body } = endless();
  const response = new Response(body, { headers: { "Content-Length": "4096" } });
  await expect(readAnswer(response, 4095)).rejects.toThrow(BodyTooLarge);
  expect(seen).toEqual({ parts: 0, cancelled: true });
});

test("The connection's own error reaches the caller", async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error("cut")) });
  await expect(readAnswer(new Response(body), 10)).rejects.toThrow("cut");
});
