import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireFranchisee } from "~/.server/auth/guard";
import { download } from "~/.server/download";
import { importFile } from "~/.server/import/import-files";

/** The template of a file to import, or the rows of one that are to be corrected. */
export async function loader(args: LoaderFunctionArgs) {
  const franchisee = await requireFranchisee(args);
  const { request, params } = args;
  const plan = new URL(request.url).searchParams.get("plan");
  return download(request, await importFile(franchisee, params.file ?? "", plan));
}
