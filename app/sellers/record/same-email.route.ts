import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { sellerWithEmail } from "./same-email.server";

/** `{ email: { id, name } }` of a seller other than `?except=` who has the address, or `{}`. */
export const loader = forFranchisee(async (ctx) => {
  const { searchParams } = new URL(ctx.request.url);
  const except = searchParams.get("except") ?? undefined;
  return Response.json({ email: await sellerWithEmail(ctx, searchParams.get("email") ?? "", except) });
});
export const action = noAction;
