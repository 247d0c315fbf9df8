import { expect, it } from "vitest";
import { formatOf } from "./read-sheet";

it.each([
  ["csv", Buffer.from("Nazwa")],
  ["csv", Buffer.from("<- Nazwa; %PDF-")],
  ["csv", Uint8Array.of(0x50, 0x4b, 3)],
  ["workbook", Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0)],
  ["workbook", Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 8)],
  ["workbook", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0)],
])("A file of the format %s is known by its first bytes: %s", (format, bytes) => {
  expect(formatOf(bytes)).toBe(format);
});

it.each([
  ["encrypted", Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 9)],
  ["empty", new Uint8Array()],
  ["notTable", Buffer.from("%PDF-1.7\n")],
  ["notTable", Buffer.from(" <html>")],
  ["notTable", Buffer.from('<?xml version="1.0"?>')],
  ["notTable", Buffer.from("<!DOCTYPE html>")],
  ["notTable", Buffer.from("{\\rtf1")],
  ["notTable", Buffer.from("\uFEFF<table>")],
])("A file is refused as %s by its first bytes: %s", (fault, bytes) => {
  expect(() => formatOf(bytes)).toThrow(expect.objectContaining({ fault }));
});
