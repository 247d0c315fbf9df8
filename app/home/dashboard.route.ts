import { forFranchisee, noAction } from "~/auth/for-franchisee.server";

export const loader = forFranchisee(({ redirect }) => redirect("/", { status: 301 }));
export const action = noAction;
