import { text } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
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

it("A page holds no zero bytes, wherever React has cut it within a letter", async () => {
  const letters = Array.from({ length: 2_000 }, (_none, at) => createElement("i", { key: at }, "ż"));
  const coalesced = new CoalesceStream();
  renderToPipeableStream(createElement("p", null, letters)).pipe(coalesced);
  expect(await text(coalesced)).toBe(`<p>${"<i>ż</i>".repeat(2_000)}</p>`);
});
