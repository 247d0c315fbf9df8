import { fold, searchWords } from "~/domain/search";

/** 4: equal, 3: begins with the query, 2: its words begin with the query's, 1: contains them. */
export function matchOf(q: string, label: string): number {
  const [folded, text] = [fold(q.trim()), fold(label)];
  const words = searchWords(q);
  if (text === folded) return 4;
  if (text.startsWith(folded)) return 3;
  const labelWords = text.split(/[^\p{L}\p{N}]+/u);
  if (words.every((word) => labelWords.some((labelWord) => labelWord.startsWith(word)))) return 2;
  return words.every((word) => text.includes(word)) ? 1 : 0;
}

/** The commands that match, best first, otherwise in their order. */
export function bestFirst<Labelled extends { label: string }>(q: string, commands: Labelled[]): Labelled[] {
  const matched = commands.map((command) => ({ command, match: matchOf(q, command.label) }));
  return matched
    .filter(({ match }) => match > 0)
    .sort((a, b) => b.match - a.match)
    .map(({ command }) => command);
}
