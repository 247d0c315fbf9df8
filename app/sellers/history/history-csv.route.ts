import { forFranchisee } from "~/auth/for-franchisee.server";
import { historyCsv } from "./history-csv.server";

/** The history as a file for a Polish Excel. */
export const loader = forFranchisee((ctx) => historyCsv(ctx, "/history"));
