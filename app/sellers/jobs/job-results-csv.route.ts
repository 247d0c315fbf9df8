import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { jobResultsCsv } from "./job-results-csv.server";

export const loader = forFranchisee((ctx) => jobResultsCsv(ctx, ctx.params.job ?? ""));
export const action = noAction;
