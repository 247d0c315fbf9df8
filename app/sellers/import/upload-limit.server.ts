import { UnusableFile } from "~/.server/spreadsheet/sheet";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";

/** The cap on the form's body is larger, for the other fields (body-limits.ts). */
export const MAX_MEGABYTES = 10;

/** @throws UnusableFile `missing`, `tooLarge` */
export function postedFile({ form, tooLarge }: FranchiseeContext): File {
  const file = form.get("file");
  if (tooLarge) throw new UnusableFile("tooLarge");
  if (!(file instanceof File) || (file.name === "" && file.size === 0)) throw new UnusableFile("missing");
  if (file.size > MAX_MEGABYTES * 1024 * 1024) throw new UnusableFile("tooLarge");
  return file;
}
