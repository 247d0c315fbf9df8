import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { sellerPath } from "~/domain/list-link";
import { historyCsv } from "./history-csv.server";

export const loader = forFranchisee(async (ctx) => {
  const { seller } = await ctx.sellers.get(ctx.params.id ?? "");
  return historyCsv(ctx, sellerPath(seller.id, "history"), seller.id);
});
export const action = noAction;
