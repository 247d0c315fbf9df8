import { describe, expect, it } from "vitest";
import { handoffScripts, readHandoff } from "./handoff";

const bytes = (text: string) => new TextEncoder().encode(text);

/** A stream of these pieces, each said when `said` of it resolves. */
function stream(...pieces: [text: string, said?: Promise<unknown>][]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      for (const [text, said] of pieces) {
        if (said) await said;
        controller.enqueue(bytes(text));
      }
      controller.close();
    },
  });
}

describe("readHandoff", () => {
  it("has all of a page without promises at once", async () => {
    expect(await readHandoff(stream(['[{"Żółw":1}]\n']))).toEqual({ whole: '[{"Żółw":1}]\n' });
    expect(await readHandoff(stream())).toEqual({ whole: "" });
  });

  it("leaves out nothing of a page with promises, not even one that is there at once", async () => {
    const later = new Promise((resolve) => setTimeout(resolve, 20));
    for (const said of [later, undefined]) {
      const handoff = await readHandoff(stream(["[1]\n"], ["P1:[2]\n", said], ["P2:[3]\n"]));
      expect("rest" in handoff && (await new Response(handoff.rest).text())).toBe("[1]\nP1:[2]\nP2:[3]\n");
    }
  });

  it("passes on what can't be sent, first or later", async () => {
    const broken = (first: string[]) =>
      new ReadableStream<Uint8Array>({
        async start(controller) {
          for (const text of first) controller.enqueue(bytes(text));
          await new Promise((resolve) => setTimeout(resolve, 20));
          controller.error(new Error("no such value"));
        },
      });
    await expect(readHandoff(broken([]))).rejects.toThrow("no such value");
    const handoff = await readHandoff(broken(["[1]\n"]));
    await expect("rest" in handoff && new Response(handoff.rest).text()).rejects.toThrow("no such value");
  });
});

it("handoffScripts can't be ended by what people typed, and carries it whole", () => {
  const typed = `["</script><script>alert(1)</script>\u2028&<!--"]\n`;
  const scripts = handoffScripts(typed, "abc");
  expect(scripts.match(/<\/?script/g)).toEqual(["<script", "</script", "<script", "</script"]);
  expect(scripts).not.toMatch(/<!--|\u2028/);
  const code = /<script nonce="abc">(.*?)<\/script>/.exec(scripts)?.[1] ?? "";
  const said: string[] = [];
  const window = { __remixContext: { streamController: { enqueue: (text: string) => said.push(text) } } };
  new Function("window", code)(window);
  expect(said).toEqual([typed]);
});
