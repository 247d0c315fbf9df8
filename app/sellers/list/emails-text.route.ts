import { type FranchiseeContext, forFranchisee } from "~/auth/for-franchisee.server";
import { emailsOf } from "./emails.server";

const respond = async (ctx: FranchiseeContext) => {
  const result = await emailsOf(ctx);
  if (result instanceof Response) return result;
  return new Response(result.emails.join("; "), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
};

export const loader = forFranchisee(respond);
export const action = forFranchisee(respond);
