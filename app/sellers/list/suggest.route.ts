import { valueOrReason } from "~/.server/backend/optional";
import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { parseSellerQuery } from "~/domain/query";
import type { PaletteSeller } from "~/keyboard/recent-sellers";

const MAX_SUGGESTIONS = 6;

export const loader = forFranchisee(async ({ sellers, request }) => {
  const query = parseSellerQuery(new URL(request.url).searchParams);
  if (!query.q) return Response.json([]);
  const page = await valueOrReason(sellers.list({ ...query, page: 1, size: MAX_SUGGESTIONS }));
  if (!page.isKnown) return new Response(null, { status: page.reason === "notAllowed" ? 403 : 503 });
  const suggestions = page.value.sellers.map(({ id, displayName: name, email, mpk }): PaletteSeller => {
    return { id, name, email, mpk };
  });
  return Response.json(suggestions);
});
export const action = noAction;
