import { UnusableFile } from "~/.server/spreadsheet/sheet";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";

/** For a file and for pasted rows; body-limits.ts has the larger cap on the whole form. */
export const MAX_MEGABYTES = 10;

/** The rows pasted into the form, or into a draft of it. */
export function pastedRows({ form, draft }: Pick<FranchiseeContext, "form" | "draft">): string | undefined {
  const pasted = form.get("pasted") ?? draft?.fields.pasted;
  return typeof pasted === "string" ? pasted : undefined;
}

/** Pasted rows are a file without a name. @throws UnusableFile `missing`, `empty`, `tooLarge` */
export function postedFile(ctx: FranchiseeContext): File {
  if (ctx.tooLarge) throw new UnusableFile("tooLarge");
  const pasted = pastedRows(ctx);
  const file = pasted === undefined ? ctx.form.get("file") : new File([pasted], "");
  if (pasted?.trim() === "") throw new UnusableFile("empty");
  if (!(file instanceof File) || (file.name === "" && file.size === 0)) throw new UnusableFile("missing");
  if (file.size > MAX_MEGABYTES * 1024 * 1024) throw new UnusableFile("tooLarge");
  return file;
}
