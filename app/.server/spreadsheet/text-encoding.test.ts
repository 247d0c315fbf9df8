import { expect, it } from "vitest";
import { decodeText } from "./text-encoding";

it.each([
  ["UTF-8 with its mark", [0xef, 0xbb, 0xbf, 0xc5, 0x82], "ł"],
  ["UTF-16 little-endian", [0xff, 0xfe, 0x42, 0x01], "ł"],
  ["UTF-16 big-endian", [0xfe, 0xff, 0x01, 0x42], "ł"],
  ["UTF-8 without a mark", [0xc5, 0x82], "ł"],
  ["windows-1250", [0xb3, 0xf3], "łó"],
  ["what begins as half a mark", [0xef, 0xbb, 0x61], "ď»a"],
  ["what begins as half another mark", [0xff, 0x61], "˙a"],
  ["nothing", [], ""],
])("%s", (_name, bytes, text) => {
  expect(decodeText(Uint8Array.from(bytes))).toBe(text);
});

it("UTF-8 is broken from its first wrong byte to its last: such a file is windows-1250", () => {
  expect(decodeText(Uint8Array.of(0xc5, 0x82, 0xb3))).toBe("Ĺ‚ł");
});

it("what holds a NUL is no text", () => {
  for (const bytes of [[0], [0x61, 0, 0x62], [0xb3, 0]]) {
    expect(() => decodeText(Uint8Array.from(bytes))).toThrow(expect.objectContaining({ fault: "notTable" }));
  }
});
