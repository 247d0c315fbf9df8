import { BackendError, failureReason } from "~/.server/backend/backend-error";
import { readPreferences } from "~/.server/http/preferences-cookie";
import { requestScope } from "~/.server/http/request-scope";
import { failureResponse } from "~/auth/failure-response.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { parseSellerQuery, type SellerQuery } from "~/domain/query";

/** A list that couldn't be loaded: the page keeps the list on screen and says why. */
export type FailedList = {
  query: SellerQuery;
  failure: {
    title: string;
    text: string;
    /** Where a browser goes that shows no list yet. */
    errorPath: string;
  };
};

/**
 * Answers a script's request with the failure, so that the page and what is typed in it stay.
 * @throws the error itself when the request is for a document, or the session has ended
 */
export async function failedList(error: unknown, { request, t }: FranchiseeContext) {
  const keepsPage = requestScope().isDataRequest && error instanceof BackendError && error.kind !== "unauthorized";
  if (!keepsPage) throw error;
  const query = parseSellerQuery(new URL(request.url).searchParams, { size: readPreferences(request).pageSize });
  const errorPage = await failureResponse(error, { request });
  const failure = {
    title: t(query.q ? "listing:failed.search" : "listing:failed.list"),
    text: `${t(`errors:sellers.${failureReason(error)}`)} ${t("listing:failed.stays")}`,
    errorPath: errorPage.headers.get("Location") ?? "",
  };
  const content: FailedList = { query, failure };
  return { content, status: error.status };
}
