import { optional } from "~/.server/backend/optional";
import { hasJavaScript, inTime } from "~/.server/http/deferred";
import type { Flash } from "~/.server/http/flash-cookie";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { cleanCode, codeKey } from "~/domain/clean-text";
import { sellerPath } from "~/domain/paths";
import { type Seller, type UniqueField, uniqueFields } from "~/domain/seller";
import { pathIn } from "~/i18n/locales";

export type SameValues = { [field in UniqueField]?: { id: string; name: string } };

type Viewer = Pick<FranchiseeContext, "sellers">;
type Values = Partial<Pick<Seller, UniqueField>>;

/** Finds another seller per field with the same value; none if the backend fails or is slow. */
export async function othersWithSameValues({ sellers }: Viewer, values: Values, except?: string): Promise<SameValues> {
  const lookups = uniqueFields.map(async (field) => {
    const value = cleanCode(values[field] ?? "");
    // The form refuses longer values anyway.
    if (!value || value.length > 254) return [];
    const list = sellers.list({ q: value, sort: "displayName", page: 1, size: 100 });
    const page = await inTime(optional(list), null);
    const other = page?.sellers.find((seller) => seller.id !== except && codeKey(seller[field]) === codeKey(value));
    return other ? [[field, { id: other.id, name: other.displayName }] as const] : [];
  });
  return Object.fromEntries((await Promise.all(lookups)).flat());
}

/** Warns in the message after a save, because without scripts the form couldn't warn. */
export async function sameValuesSaved(ctx: FranchiseeContext, saved: Values, id: string): Promise<Flash["also"]> {
  if (hasJavaScript(ctx.request)) return undefined;
  const others = await othersWithSameValues(ctx, saved, id);
  return uniqueFields.flatMap((field) => {
    const other = others[field];
    if (!other) return [];
    const href = pathIn(ctx.locale, sellerPath(other.id));
    return [
      { text: ctx.t(`sellers:same.${field}`), link: { href, text: other.name || ctx.t("sellers:detail.unnamed") } },
    ];
  });
}
