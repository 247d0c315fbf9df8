import { cleanText } from "~/domain/clean-text";

type Names = { firstName?: string; surname?: string };

export function suggestedName({ firstName = "", surname = "" }: Names): string {
  return [cleanText(firstName), cleanText(surname)].filter(Boolean).join(" ");
}

/**
 * Offers a display name only while there is none or while it is an earlier suggestion, so never in place of a name that
 * the person chose.
 * @returns "" if nothing should be offered
 */
export function offeredName(displayName: string, names: Names, earlier: string): string {
  const suggestion = suggestedName(names);
  const current = cleanText(displayName);
  return suggestion !== current && (current === "" || current === earlier) ? suggestion : "";
}
