/* Remix streams loaders' data as scripts. Pages without promises are rendered at once. */

export type Handoff = { whole: string } | { rest: ReadableStream<Uint8Array> };

const aTurn = () => new Promise<false>((resolve) => setImmediate(resolve, false));

/** @throws what the stream throws at its first piece: a value that can't be sent */
export async function readHandoff(stream: ReadableStream<Uint8Array>): Promise<Handoff> {
  const reader = stream.getReader();
  const first = await reader.read();
  if (first.done) return { whole: "" };
  const second = reader.read();
  const ended = await Promise.race([second.then(({ done }) => done), aTurn()]);
  if (ended) return { whole: new TextDecoder().decode(first.value) };
  let upcoming: typeof second | undefined = second;
  const rest = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(first.value),
    async pull(controller) {
      const { done, value } = await (upcoming ?? reader.read());
      upcoming = undefined;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { rest };
}

const ESCAPES: Record<string, string> = {
  "&": "\\u0026",
  ">": "\\u003e",
  "<": "\\u003c",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** The same scripts as Remix's; nothing in them can end the script or begin markup. */
export function handoffScripts(whole: string, nonce: string): string {
  const text = JSON.stringify(whole).replace(/[&><\u2028\u2029]/g, (character) => ESCAPES[character] ?? "");
  const script = (code: string) => `<script nonce="${nonce}">window.__remixContext.streamController.${code};</script>`;
  return script(`enqueue(${text})`) + script("close()");
}
