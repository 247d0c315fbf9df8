import { type Optional, optional } from "~/.server/backend/optional";
import { forFranchisee } from "~/auth/for-franchisee.server";
import type { FoundSeller } from "~/domain/found-seller";
import { parseSellerQuery } from "~/domain/query";
import type { SellerPage } from "~/domain/seller";

const MAX_FOUND = 6;

const nobody: Optional<Pick<SellerPage, "sellers">> = { known: true, value: { sellers: [] } };

/**
 * The first sellers that match `?q=`, as JSON, for the command palette: 403 when the backend refuses them, 503 when it
 * doesn't answer. The page around the palette stands whatever comes of it.
 */
export const loader = forFranchisee(async ({ sellers, request }) => {
  const query = parseSellerQuery(new URL(request.url).searchParams);
  const part = query.q ? await optional(sellers.list({ ...query, page: 1, size: MAX_FOUND })) : nobody;
  if (!part.known) return new Response(null, { status: part.why === "refused" ? 403 : 503 });
  const found = part.value.sellers.map(({ id, displayName: name, email, mpk }): FoundSeller => {
    return { id, name, email, mpk };
  });
  return Response.json(found.slice(0, MAX_FOUND));
});
