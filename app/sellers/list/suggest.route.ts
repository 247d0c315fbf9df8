import { forFranchisee } from "~/auth/for-franchisee.server";
import type { FoundSeller } from "~/sellers/found-seller";
import { parseSellerQuery } from "~/sellers/query";

const MAX_FOUND = 6;

/** The first sellers that match `?q=`, as JSON, for the command palette. */
export const loader = forFranchisee(async ({ sellers: backend, request }) => {
  const query = parseSellerQuery(new URL(request.url).searchParams);
  const { sellers } = query.q ? await backend.list({ ...query, page: 1, size: MAX_FOUND }) : { sellers: [] };
  const found = sellers.map(({ id, displayName: name, email, mpk }): FoundSeller => ({ id, name, email, mpk }));
  return Response.json(found.slice(0, MAX_FOUND));
});
