/** Texts one after the other, each ended by a full stop where another follows it and it has no end of its own. */
export function asSentences(texts: string[]): string {
  return texts.map((text, at) => (at === texts.length - 1 || /[.!?…]$/.test(text) ? text : `${text}.`)).join(" ");
}
