import { forFranchisee } from "~/auth/for-franchisee.server";
import { sellersWith } from "./same-values.server";

/** As JSON, who has the `?email=` or `?mpk=` that is being typed already; `?except=` is the seller who is being changed. */
export const loader = forFranchisee(async (ctx) => {
  const { searchParams } = new URL(ctx.request.url);
  const [email, mpk, except] = ["email", "mpk", "except"].map((name) => searchParams.get(name) ?? undefined);
  return Response.json(await sellersWith(ctx, { email, mpk }, except));
});
