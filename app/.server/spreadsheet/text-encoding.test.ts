import { expect, it } from "vitest";
import { decodeText } from "./text-encoding";

it.each([
  ["UTF-8 with its mark", [0xef, 0xbb, 0xbf, 0xc5, 0x82], "ł"],
  ["UTF-16 little-endian", [0xff, 0xfe, 0x42, 0x01], "ł"],
  ["UTF-16 big-endian", [0xfe, 0xff, 0x01, 0x42], "ł"],
  ["UTF-8 without a mark", [0xc5, 0x82], "ł"],
  ["windows-1250", [0xb3, 0xf3], "łó"],
  ["windows-1250 with signs", [0x61, 0x20, 0xb1, 0x35, 0x20, 0xb6], "a ±5 ¶"],
  ["windows-1250 by one letter", [0x57, 0xb1, 0x61, 0xb9], "W±aą"],
  ["windows-1250 by its quotes", [0x84, 0xb6, 0x61, 0x94], "„¶a”"],
  ["windows-1250 of a Slovak", [0x20, 0xbc, 0x75, 0x62, 0x6f, 0xbe], " Ľuboľ"],
  ["ISO 8859-2", [0xa6, 0xb1, 0xbc, 0x6e, 0xac, 0x61, 0xa1, 0xb6], "ŚąźnŹaĄś"],
  ["ISO 8859-2 by one letter", [0x57, 0x6f, 0xbc, 0x6e, 0x79], "Woźny"],
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
