import { forFranchisee, noAction } from "~/auth/for-franchisee.server";

/** An old name of the index page (docs/product.md §2). */
export const loader = forFranchisee(({ redirect }) => redirect("/", { status: 301 }));
export const action = noAction;
