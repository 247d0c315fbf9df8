import { download } from "~/.server/http/download";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { importFile } from "./import-files.server";

/** The template of a file to import, or the rows of one that are to be corrected. */
export const loader = forFranchisee(async (ctx) => {
  const { request, params } = ctx;
  const plan = new URL(request.url).searchParams.get("plan");
  return download(request, await importFile(ctx, params.file ?? "", plan));
});
