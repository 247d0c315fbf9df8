import { fold, searchWords } from "~/domain/search";

/** How well a label matches what was typed: 4 the same, 3 begins with it, 2 its words do, 1 holds it, 0 not at all. */
export function matchOf(q: string, label: string): number {
  const [typed, text] = [fold(q.trim()), fold(label)];
  const words = searchWords(q);
  if (text === typed) return 4;
  if (text.startsWith(typed)) return 3;
  const begins = text.split(/[^\p{L}\p{N}]+/u);
  if (words.every((word) => begins.some((begin) => begin.startsWith(word)))) return 2;
  return words.every((word) => text.includes(word)) ? 1 : 0;
}

/** Those that match, best first, else in the order that they came in. */
export function bestFirst<Labelled extends { label: string }>(q: string, commands: Labelled[]): Labelled[] {
  const matched = commands.map((command) => ({ command, match: matchOf(q, command.label) }));
  return matched
    .filter(({ match }) => match > 0)
    .sort((a, b) => b.match - a.match)
    .map(({ command }) => command);
}
