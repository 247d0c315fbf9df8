import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireFranchisee } from "~/auth/for-franchisee.server";

/** An old name of the index page (DESIGN.md §9). */
export async function loader(args: LoaderFunctionArgs) {
  const { redirect } = await requireFranchisee(args);
  return redirect("/", { status: 301 });
}
