/**
 * An answer without members that are null or empty, as some providers write what they don't have.
 * @param mayLack which members may be missing; the others stay as they are
 */
export function withoutBlanks<T extends object>(answer: T, mayLack: (name: string) => boolean): T {
  const isSaid = ([name, value]: [string, unknown]) => !mayLack(name) || (value !== null && value !== "");
  return Object.fromEntries(Object.entries(answer).filter(isSaid)) as T;
}

/** The same of a text in JSON; whatever holds no object is given back as it is. */
export function textWithoutBlanks(text: string, mayLack: (name: string) => boolean): string {
  try {
    const answer: unknown = JSON.parse(text);
    const isObject = typeof answer === "object" && answer !== null && !Array.isArray(answer);
    return isObject ? JSON.stringify(withoutBlanks(answer, mayLack)) : text;
  } catch {
    return text;
  }
}
