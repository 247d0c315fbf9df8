import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { Gathered } from "./gathered";

it("passes on what is written in one go as one chunk, in order, and the rest at its end", async () => {
  const gathered = new Gathered();
  const chunks: string[] = [];
  gathered.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
  for (const piece of ["Żół", "ta ", "Łódź"]) gathered.write(piece);
  await nextTurn();
  await nextTurn();
  expect(chunks).toEqual(["Żółta Łódź"]);
  gathered.write("a");
  gathered.end("b");
  await nextTurn();
  await nextTurn();
  expect(chunks).toEqual(["Żółta Łódź", "ab"]);
});

it("passes nothing on once it is destroyed", async () => {
  const gathered = new Gathered();
  const chunks: unknown[] = [];
  gathered.on("data", (chunk) => chunks.push(chunk));
  gathered.write("a");
  gathered.destroy();
  await nextTurn();
  await nextTurn();
  expect(chunks).toEqual([]);
});
