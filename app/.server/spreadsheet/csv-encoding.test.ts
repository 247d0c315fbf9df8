import { expect, it } from "vitest";
import { decodeText } from "./csv-encoding";

const textOf = async (bytes: number[]) => (await decodeText(Uint8Array.from(bytes))).text;
const encodingOf = async (bytes: Uint8Array) => (await decodeText(bytes)).encoding;

it.each([
  ["UTF-8 with its mark", [0xef, 0xbb, 0xbf, 0xc5, 0x82], "ł"],
  ["UTF-16 little-endian", [0xff, 0xfe, 0x42, 0x01], "ł"],
  ["UTF-16 big-endian", [0xfe, 0xff, 0x01, 0x42], "ł"],
  ["UTF-8 without a mark", [0xc5, 0x82], "ł"],
  ["windows-1250", [0xb3, 0xf3], "łó"],
  ["windows-1250 with signs", [0x57, 0xf3, 0x6a, 0x20, 0xb1, 0x35, 0x20, 0xb6], "Wój ±5 ¶"],
  ["windows-1250 by one letter", [0x5a, 0x61, 0x6a, 0xb9, 0x63], "Zając"],
  ["windows-1250 with quotes", [0x84, 0xa3, 0xf3, 0x64, 0x9f, 0x94], "„Łódź”"],
  ["ISO 8859-2", [0xa6, 0xb1, 0xbc, 0x6e, 0xac, 0x61, 0xa1, 0xb6], "ŚąźnŹaĄś"],
  ["ISO 8859-2 by its first letter", [0xa6, 0x77, 0x69, 0x74], "Świt"],
  ["ISO 8859-2 by one letter", [0x57, 0x6f, 0xbc, 0x6e, 0x79], "Woźny"],
  ["nothing", [], ""],
])("The text is decoded from %s", async (_name, bytes, text) => {
  expect(await textOf(bytes)).toBe(text);
});

/** As Excel for Mac writes CSV. */
it.each([
  ["Łódź", [0xfc, 0x97, 0x64, 0x90]],
  ["Świętokrzyska", [0xe5, 0x77, 0x69, 0xab, ...Buffer.from("tokrzyska")]],
  ["Mrągowo", [...Buffer.from("Mr"), 0x88, ...Buffer.from("gowo")]],
  ["Dęblin", [0x44, 0xab, ...Buffer.from("blin")]],
  ["ŻÓŁW", [0xfb, 0xee, 0xfc, 0x57]],
])("The text %s is decoded from a Mac's encoding", async (text, bytes) => {
  expect(await decodeText(Uint8Array.from(bytes))).toEqual({ text, encoding: "x-mac-ce" });
});

/** As Excel's "CSV (MS-DOS)" writes them. */
it.each([
  ["Łódź", [0x9d, 0xa2, 0x64, 0xab]],
  ["Łukasz", [0x9d, ...Buffer.from("ukasz")]],
  ["ŁÓDŹ", [0x9d, 0xe0, 0x44, 0x8d]],
  ["Świętokrzyska", [0x97, 0x77, 0x69, 0xa9, ...Buffer.from("tokrzyska")]],
  ["Iława", [0x49, 0x88, ...Buffer.from("awa")]],
  ["Woźny", [...Buffer.from("Wo"), 0xab, ...Buffer.from("ny")]],
])("The text %s is decoded from CP852", async (text, bytes) => {
  expect(await decodeText(Uint8Array.from(bytes))).toEqual({ text, encoding: "cp852" });
});

it.each([
  ["Müller", [0x4d, 0xfc, ...Buffer.from("ller")]],
  ["Händel", [0x48, 0xe4, ...Buffer.from("ndel")]],
  ["„Bar” ±5 €", [0x84, 0x42, 0x61, 0x72, 0x94, 0x20, 0xb1, 0x35, 0x20, 0x80]],
])("A text without Polish letters is refused unless it is UTF-8: %s", async (_text, bytes) => {
  await expect(textOf(bytes)).rejects.toMatchObject({ fault: "otherEncoding" });
});

it("A UTF-8 file with one wrong byte stays UTF-8, with a mark in its place", async () => {
  const bytes = Buffer.concat([Buffer.from("Żółta Łódź;1\nświt"), Buffer.from([0xb3])]);
  expect(await decodeText(bytes)).toEqual({ text: "Żółta Łódź;1\nświt\uFFFD", encoding: "utf-8" });
});

it("A guessed encoding is named, and a certain one isn't", async () => {
  expect(await encodingOf(Buffer.from("Łódź"))).toBeUndefined();
  expect(await encodingOf(Buffer.from("Lodz"))).toBeUndefined();
  expect(await encodingOf(Buffer.from("\uFEFFŁódź", "utf16le"))).toBeUndefined();
  expect(await encodingOf(Uint8Array.of(0xa3, 0xf3, 0x64, 0x9f))).toBe("windows-1250");
  expect(await encodingOf(Uint8Array.of(0x57, 0x6f, 0xbc, 0x6e, 0x79))).toBe("iso-8859-2");
});

it("An encoding can be chosen instead", async () => {
  const bytes = Uint8Array.of(0xb3, 0xf3);
  expect(await decodeText(bytes, "iso-8859-2")).toEqual({ text: "łó", encoding: "iso-8859-2" });
  expect(await decodeText(bytes, "utf-8")).toEqual({ text: "\uFFFD\uFFFD", encoding: "utf-8" });
});

it("A file with a NUL is no text", async () => {
  for (const bytes of [[0], [0x61, 0, 0x62], [0xb3, 0]]) {
    await expect(textOf(bytes)).rejects.toMatchObject({ fault: "notTable" });
  }
});
