import { optional } from "~/.server/backend/optional";
import { codeKey } from "~/domain/clean-text";
import { sellerPath } from "~/domain/paths";
import type { FranchiseeContext } from "./for-franchisee.server";

/** Null also if the backend doesn't show the person's own seller, or fails. Never rejects. */
export async function ownSellerPath({
  sellers,
  profile,
  session,
}: Pick<FranchiseeContext, "sellers" | "profile" | "session">): Promise<string | null> {
  const address = codeKey(profile.mail ?? session.email ?? "");
  if (!address) return null;
  const list = sellers.list({ q: address, sort: "displayName", page: 1, size: 20 });
  const own = (await optional(list))?.sellers.find(({ email }) => codeKey(email) === address);
  return own ? sellerPath(own.id) : null;
}
