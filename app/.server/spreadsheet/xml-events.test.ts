import { expect, it } from "vitest";
import { xmlReader } from "./xml-events";

/** What is told of a document that comes in these pieces. */
function toldOf(...pieces: string[]) {
  const told: unknown[] = [];
  const take = xmlReader({
    open: (name, attributes) => told.push([name, attributes]),
    text: (text) => told.push(text),
    close: (name) => told.push(`/${name}`),
  });
  for (const piece of pieces) take(piece);
  take();
  return told;
}

it("reports elements and texts in order, with names without prefixes", () => {
  expect(toldOf('<x:a r:id="1" b="2"><c/>te', "xt<![CDATA[<raw>]]></x:a>")).toEqual([
    ["a", { id: "1", b: "2" }],
    ["c", {}],
    "/c",
    "text",
    "<raw>",
    "/a",
  ]);
});

it("reports errors also to handlers that listen to nothing", () => {
  const take = xmlReader({});
  take("<a>text<b/>");
  expect(() => take("</c>")).toThrow(expect.objectContaining({ fault: "broken" }));
});

it.each(["<a><b></a>", "<a>&e;</a>", "<a b=1/>", "<a/><b/>", "<a>", "text", "", "<!DOCTYPE a><a/>"])(
  "%j is refused",
  (xml) => {
    expect(() => toldOf(xml)).toThrow(expect.objectContaining({ name: "UnusableFile", fault: "broken" }));
  },
);

it("a broken document carries the parser's message for the log", () => {
  expect(() => toldOf("<a><b></a>")).toThrow(expect.objectContaining({ cause: expect.any(Error) }));
});

it("elements are nested 64 deep at most, and any number side by side", () => {
  const deep = (depth: number) => `${"<a>".repeat(depth)}${"</a>".repeat(depth)}`;
  expect(toldOf(`<r>${deep(63).repeat(3)}</r>`)).toHaveLength(2 * (1 + 3 * 63));
  expect(() => toldOf(deep(65))).toThrow(expect.objectContaining({ fault: "tooMuchInside" }));
});

it("an element has 128 attributes at most, counted before its end", () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `a${at}="1"`).join(" ");
  expect(toldOf(`<a ${many(128)}><b ${many(128)}/></a>`)).toHaveLength(4);
  const take = xmlReader({});
  expect(() => take(`<a ${many(129)} `)).toThrow(expect.objectContaining({ fault: "tooMuchInside" }));
});
