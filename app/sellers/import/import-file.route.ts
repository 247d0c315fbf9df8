import type { LoaderFunctionArgs } from "@remix-run/node";
import { download } from "~/.server/http/download";
import { requireFranchisee } from "~/auth/for-franchisee.server";
import { importFile } from "./import-files.server";

/** The template of a file to import, or the rows of one that are to be corrected. */
export async function loader(args: LoaderFunctionArgs) {
  const franchisee = await requireFranchisee(args);
  const { request, params } = args;
  const plan = new URL(request.url).searchParams.get("plan");
  return download(request, await importFile(franchisee, params.file ?? "", plan));
}
