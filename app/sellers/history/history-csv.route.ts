import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { historyCsv } from "./history-csv.server";

export const loader = forFranchisee((ctx) => historyCsv(ctx, "/history"));
export const action = noAction;
