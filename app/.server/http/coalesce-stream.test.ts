import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { CoalesceStream } from "./coalesce-stream";

it("Pieces written in one go come out as one chunk, in order", async () => {
  const coalesced = new CoalesceStream();
  const chunks: string[] = [];
  coalesced.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
  for (const piece of ["Żół", "ta ", "Łódź"]) coalesced.write(piece);
  await nextTurn();
  await nextTurn();
  expect(chunks).toEqual(["Żółta Łódź"]);
  coalesced.write("a");
  coalesced.end("b");
  await nextTurn();
  await nextTurn();
  expect(chunks).toEqual(["Żółta Łódź", "ab"]);
});

it("A destroyed stream passes nothing on", async () => {
  const coalesced = new CoalesceStream();
  const chunks: unknown[] = [];
  coalesced.on("data", (chunk) => chunks.push(chunk));
  coalesced.write("a");
  coalesced.destroy();
  await nextTurn();
  await nextTurn();
  expect(chunks).toEqual([]);
});
