import { cleanText } from "~/domain/clean-text";

type Names = { firstName?: string; surname?: string };

/** The display name that a seller's first name and surname suggest; "" when there is neither. */
export function suggestedName({ firstName = "", surname = "" }: Names): string {
  return [cleanText(firstName), cleanText(surname)].filter(Boolean).join(" ");
}

/**
 * What may be offered as a display name: never instead of something that a person chose, so only while there is none
 * or while it still is what an earlier state of the names suggested.
 * @param earlier that earlier suggestion
 * @returns "" when nothing should be offered
 */
export function offeredName(displayName: string, names: Names, earlier: string): string {
  const suggestion = suggestedName(names);
  const current = cleanText(displayName);
  return suggestion !== current && (current === "" || current === earlier) ? suggestion : "";
}
