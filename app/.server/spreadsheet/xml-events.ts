import { SaxesParser } from "saxes";
import { UnusableFile } from "./sheet";

/** Elements within each other; a worksheet's texts lie seven deep. */
const MAX_DEPTH = 64;
/** Of one element; the root of a worksheet has some dozens, most of them namespaces. */
const MAX_ATTRIBUTES = 128;

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
 * @throws UnusableFile (from what is returned) for XML that isn't well-formed, or that piles up what no workbook has
 */
export function xmlReader({ open, text, close }: XmlEvents): (piece?: string) => void {
  const parser = new SaxesParser({ position: false });
  const fail = (cause?: Error) => {
    throw new UnusableFile("broken", {}, { cause });
  };
  parser.on("error", fail);
  parser.on("doctype", () => fail());
  let depth = 0;
  let attributes = 0;
  parser.on("opentagstart", () => {
    depth += 1;
    attributes = 0;
    if (depth > MAX_DEPTH) throw new UnusableFile("tooMuchInside");
  });
  // Told one by one as they are read: an element is told only when all of its attributes are in memory.
  parser.on("attribute", () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw new UnusableFile("tooMuchInside");
  });
  parser.on("opentag", (tag) => {
    const named = Object.entries(tag.attributes).map(([name, value]) => [local(name), value]);
    open?.(local(tag.name), Object.fromEntries(named));
  });
  if (text) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  parser.on("closetag", (tag) => {
    depth -= 1;
    close?.(local(tag.name));
  });
  return (piece) => {
    if (piece === undefined) parser.close();
    else parser.write(piece);
  };
}

function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
