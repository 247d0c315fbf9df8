import { cleanText } from "~/domain/clean-text";

type Names = { firstName?: string; surname?: string };

export function suggestedName({ firstName = "", surname = "" }: Names): string {
  return [cleanText(firstName), cleanText(surname)].filter(Boolean).join(" ");
}

/** Only in place of nothing or of an earlier offer; "" for no offer. */
export function offeredName(displayName: string, names: Names, earlier: string): string {
  const suggestion = suggestedName(names);
  const current = cleanText(displayName);
  return suggestion !== current && (current === "" || current === earlier) ? suggestion : "";
}
