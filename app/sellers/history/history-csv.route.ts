import { forFranchisee } from "~/auth/for-franchisee.server";
import { historyCsv } from "./history-csv.server";

export const loader = forFranchisee((ctx) => historyCsv(ctx, "/history"));
