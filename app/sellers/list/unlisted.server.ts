import { BackendError, whyFailed } from "~/.server/backend/backend-error";
import { requestScope } from "~/.server/http/request-scope";
import { failureResponse } from "~/auth/failure-response.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { parseSellerQuery, type SellerQuery } from "~/domain/query";
import { readPreferences } from "~/profile/preferences-cookie.server";

/** A list that couldn't be had: what was asked for, and what is said of it beside the list that the page shows already. */
export type Unlisted = {
  query: SellerQuery;
  failed: {
    title: string;
    text: string;
    /** The error page's path, where there is no list yet. */
    page: string;
  };
};

/**
 * The answer to a script when the sellers couldn't be had, with their status: the page stays, and what is typed in it.
 * @throws the error itself where there is no page that could stay, or nobody is signed in any more
 */
export async function unlisted(error: unknown, { request, t }: FranchiseeContext) {
  const stays = requestScope().fetched && error instanceof BackendError && error.kind !== "unauthorized";
  if (!stays) throw error;
  const query = parseSellerQuery(new URL(request.url).searchParams, { size: readPreferences(request).pageSize });
  const { headers } = await failureResponse(error, { request });
  const failed = {
    title: t(query.q ? "listing:unlisted.search" : "listing:unlisted.list"),
    text: `${t(`listing:unlisted.${whyFailed(error)}`)} ${t("listing:unlisted.stays")}`,
    page: headers.get("Location") ?? "",
  };
  const content: Unlisted = { query, failed };
  return { content, status: error.status };
}
