/**
 * An answer without members that are null or empty, as some providers write what they don't have.
 * @param mayLack which members may be missing; the others stay as they are
 */
export function withoutBlanks<T extends object>(answer: T, mayLack: (name: string) => boolean): T {
  const isSaid = ([name, value]: [string, unknown]) => !mayLack(name) || (value !== null && value !== "");
  return Object.fromEntries(Object.entries(answer).filter(isSaid)) as T;
}

/** Does the same for a text in JSON; a text that holds no object is returned unchanged. */
export function textWithoutBlanks(text: string, mayLack: (name: string) => boolean): string {
  try {
    const answer: unknown = JSON.parse(text);
    const isObject = typeof answer === "object" && answer !== null && !Array.isArray(answer);
    return isObject ? JSON.stringify(withoutBlanks(answer, mayLack)) : text;
  } catch {
    return text;
  }
}
