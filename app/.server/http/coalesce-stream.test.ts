import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { CoalesceStream } from "./coalesce-stream";

it("passes on what is written in one go as one chunk, in order, and the rest at its end", async () => {
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

it("passes nothing on once it is destroyed", async () => {
  const coalesced = new CoalesceStream();
  const chunks: unknown[] = [];
  coalesced.on("data", (chunk) => chunks.push(chunk));
  coalesced.write("a");
  coalesced.destroy();
  await nextTurn();
  await nextTurn();
  expect(chunks).toEqual([]);
});
