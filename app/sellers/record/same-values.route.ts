import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { othersWithSameValues } from "./same-values.server";

/** Sellers who have the typed `?email=` or `?mpk=`, as JSON, except the seller `?except=`. */
export const loader = forFranchisee(async (ctx) => {
  const { searchParams } = new URL(ctx.request.url);
  const [email, mpk, except] = ["email", "mpk", "except"].map((name) => searchParams.get(name) ?? undefined);
  return Response.json(await othersWithSameValues(ctx, { email, mpk }, except));
});
export const action = noAction;
