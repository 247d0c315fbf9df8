import { forFranchisee, noAction } from "~/auth/for-franchisee.server";

/** Redirects `/dashboard`, another name of the index page, to `/`. */
export const loader = forFranchisee(({ redirect }) => redirect("/", { status: 301 }));
export const action = noAction;
