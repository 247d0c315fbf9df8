import { forFranchisee } from "~/auth/for-franchisee.server";

/** An old name of the index page (DESIGN.md §9). */
export const loader = forFranchisee(({ redirect }) => redirect("/", { status: 301 }));
