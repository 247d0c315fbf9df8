import { strToU8, Zip, ZipDeflate, zipSync } from "fflate";
import { expect, it } from "vitest";
import { partOf } from "./zip-part";

const zipped = (parts: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([path, text]) => [path, typeof text === "string" ? strToU8(text) : text]),
    ),
  );
const read = (archive: Uint8Array, path: string, inflated = { bytes: 0 }) => [...partOf(archive, path, inflated)];

/** Text that can't be made much smaller, with letters of two bytes. */
function noise(length: number): string {
  let seed = 1;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return String.fromCharCode(0x100 + (seed % 0x100));
  };
  return Array.from({ length }, next).join("");
}

/** An archive whose parts say their size only behind themselves. */
function streamedZip(path: string, text: string): Uint8Array {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((_error, chunk) => chunks.push(chunk));
  const part = new ZipDeflate(path);
  zip.add(part);
  part.push(strToU8(text), true);
  zip.end();
  return Buffer.concat(chunks);
}

it("yields a part whole, and nothing for a missing one", () => {
  const text = noise(20_000);
  const archive = zipped({ a: "other", b: text, c: "last" });
  expect(read(archive, "b").join("")).toBe(text);
  expect(read(archive, "c").join("")).toBe("last");
  expect(read(archive, "d")).toEqual([]);
});

it("yields a part in pieces, and counts the bytes of all parts", () => {
  const text = noise(20_000);
  const archive = zipped({ a: text, b: "zażółć" });
  const inflated = { bytes: 0 };
  const pieces = partOf(archive, "a", inflated);
  pieces.next();
  expect(inflated.bytes).toBeLessThan(10_000);
  for (const _piece of pieces);
  expect(inflated.bytes).toBe(40_000);
  read(archive, "b", inflated);
  expect(inflated.bytes).toBe(40_010);
});

it("is refused past 32 MB of all parts together", () => {
  const archive = zipped({ a: "12345" });
  const MAX_BYTES = 32 * 1024 * 1024;
  expect(read(archive, "a", { bytes: MAX_BYTES - 5 })).toEqual(["12345"]);
  expect(() => read(archive, "a", { bytes: MAX_BYTES - 4 })).toThrow(
    expect.objectContaining({ fault: "tooMuchInside" }),
  );
});

it("is searched among 2000 parts at most", () => {
  const among = (count: number) =>
    zipSync(
      {
        ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, new Uint8Array()])),
        last: strToU8("here"),
      },
      { level: 0 },
    );
  expect(read(among(1_999), "last")).toEqual(["here"]);
  expect(() => read(among(2_000), "last")).toThrow(expect.objectContaining({ fault: "tooMuchInside" }));
});

it("that ends too early or is no text is broken, with the cause", () => {
  const archive = zipped({ a: noise(20_000) });
  expect(() => read(archive.subarray(0, 10_000), "a")).toThrow(expect.objectContaining({ fault: "broken" }));
  const streamed = streamedZip("a", noise(20_000));
  expect(read(streamed, "a").join("")).toBe(noise(20_000));
  expect(() => read(streamed.subarray(0, 10_000), "a")).toThrow(expect.objectContaining({ fault: "broken" }));
  const damaged = archive.slice();
  damaged.fill(0xff, 5_000, 6_000);
  expect(() => read(damaged, "a")).toThrow(expect.objectContaining({ fault: "broken", cause: expect.any(Error) }));
  expect(() => read(zipped({ a: Uint8Array.of(0x61, 0xc4) }), "a")).toThrow(
    expect.objectContaining({ fault: "broken", cause: expect.any(TypeError) }),
  );
});

it("needs no data behind it in the archive", () => {
  const archive = zipped({ a: "whole", b: noise(20_000) });
  expect(read(archive.subarray(0, 9_000), "a")).toEqual(["whole"]);
});
