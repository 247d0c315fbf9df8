import { SaxesParser } from "saxes";
import { UnusableFile } from "./sheet";

export type XmlEvents = {
  /** @param attributes by their names without prefixes */
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/**
 * Reads XML as it comes. A document type is refused: no workbook has one, and it is what expands entities and leads to
 * other files. Names are given without their prefixes.
 * @returns takes the next piece; without one, the document is at its end
 * @throws UnusableFile (from what is returned) for XML that isn't well-formed
 */
export function xmlReader({ open, text, close }: XmlEvents): (piece?: string) => void {
  const parser = new SaxesParser({ position: false });
  const fail = (cause?: Error) => {
    throw new UnusableFile("broken", {}, { cause });
  };
  parser.on("error", fail);
  parser.on("doctype", () => fail());
  parser.on("opentag", (tag) => {
    const attributes = Object.entries(tag.attributes).map(([name, value]) => [local(name), value]);
    open?.(local(tag.name), Object.fromEntries(attributes));
  });
  if (text) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  parser.on("closetag", (tag) => close?.(local(tag.name)));
  return (piece) => {
    if (piece === undefined) parser.close();
    else parser.write(piece);
  };
}

function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
