import { SaxesParser } from "saxes";
import { UnusableFile } from "./sheet";

/** A worksheet's texts are seven levels deep. */
const MAX_DEPTH = 64;
/** Per element; a worksheet's root has some dozens, mostly namespaces. */
const MAX_ATTRIBUTES = 128;

export type XmlEvents = {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/**
 * Parses XML piece by piece, without name prefixes. A document type could expand entities, so it is
 * refused.
 * @returns takes the next piece, none at the end; throws UnusableFile
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
  // `opentag` would only come once all attributes are in memory.
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
