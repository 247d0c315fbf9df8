import { optional } from "~/.server/backend/optional";
import { hasJavaScript, inTime } from "~/.server/http/deferred";
import type { Flash } from "~/.server/http/flash-cookie";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { cleanCode, codeKey } from "~/domain/clean-text";
import { sellerPath } from "~/domain/paths";
import { sellerFields } from "~/domain/seller";
import { pathIn } from "~/i18n/locales";

export type NamedSeller = { id: string; name: string };

type Viewer = Pick<FranchiseeContext, "sellers">;

export async function sellerWithEmail(
  { sellers }: Viewer,
  typed: string,
  except?: string,
): Promise<NamedSeller | undefined> {
  const email = cleanCode(typed);
  if (!email || email.length > sellerFields.email.maxLength) return undefined;
  const list = sellers.list({ q: email, sort: "displayName", page: 1, size: 100 });
  const page = await inTime(optional(list), null);
  const other = page?.sellers.find((seller) => seller.id !== except && codeKey(seller.email) === codeKey(email));
  return other && { id: other.id, name: other.displayName };
}

/** For the message after a save: without scripts the form couldn't warn before. */
export async function sameEmailWarning(ctx: FranchiseeContext, email: string, id: string): Promise<Flash["also"]> {
  const other = hasJavaScript(ctx.request) ? undefined : await sellerWithEmail(ctx, email, id);
  if (!other) return undefined;
  const href = pathIn(ctx.locale, sellerPath(other.id));
  return [{ text: ctx.t("sellers:sameEmail"), link: { href, text: other.name || ctx.t("sellers:detail.unnamed") } }];
}
