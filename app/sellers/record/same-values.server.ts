import { optional } from "~/.server/backend/optional";
import { hasJavaScript, inTime } from "~/.server/http/deferred";
import type { Flash } from "~/.server/http/flash-cookie";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { cleanCode, codeKey } from "~/domain/clean-text";
import { sellerPath } from "~/domain/paths";
import { type Seller, type UniqueField, uniqueFields } from "~/domain/seller";
import { pathIn } from "~/i18n/locales";

export type SameValues = { [field in UniqueField]?: { id: string; name: string } };

type Asker = Pick<FranchiseeContext, "sellers">;
type Values = Partial<Pick<Seller, UniqueField>>;

/** Makes one call per value; finds nobody if the backend fails. @param except a seller's id */
export async function ownersOfSameValues({ sellers }: Asker, values: Values, except?: string): Promise<SameValues> {
  const lookups = uniqueFields.map(async (field) => {
    const value = cleanCode(values[field] ?? "");
    // The form refuses longer values anyway.
    if (!value || value.length > 254) return [];
    const list = sellers.list({ q: value, sort: "displayName", page: 1, size: 100 });
    const page = await inTime(optional(list), null);
    const owner = page?.sellers.find((seller) => seller.id !== except && codeKey(seller[field]) === codeKey(value));
    return owner ? [[field, { id: owner.id, name: owner.displayName }] as const] : [];
  });
  return Object.fromEntries((await Promise.all(lookups)).flat());
}

/** Warns in the message after a save, because without scripts the form couldn't warn. */
export async function sameValuesSaved(ctx: FranchiseeContext, saved: Values, id: string): Promise<Flash["also"]> {
  if (hasJavaScript(ctx.request)) return undefined;
  const owners = await ownersOfSameValues(ctx, saved, id);
  return uniqueFields.flatMap((field) => {
    const owner = owners[field];
    if (!owner) return [];
    const href = pathIn(ctx.locale, sellerPath(owner.id));
    return [
      { text: ctx.t(`sellers:same.${field}`), link: { href, text: owner.name || ctx.t("sellers:detail.unnamed") } },
    ];
  });
}
