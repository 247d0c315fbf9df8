import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireFranchisee } from "~/.server/auth/guard";
import { parseSellerQuery } from "~/sellers/query";

const MOST = 6;

export type FoundSeller = { id: string; name: string; email: string; mpk: string };

/** The first sellers that match `?q=`, as JSON, for the command palette. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireFranchisee(args);
  const query = parseSellerQuery(new URL(args.request.url).searchParams);
  const { sellers } = query.q ? await api.sellers.list({ ...query, page: 1, size: MOST }) : { sellers: [] };
  const found = sellers.map(({ id, displayName: name, email, mpk }): FoundSeller => ({ id, name, email, mpk }));
  return Response.json(found.slice(0, MOST));
}
