import { data } from "@remix-run/node";
import { parsePreferences } from "~/profile/preferences";
import { parseSellerQuery, printSellerQuery, type SellerQuery } from "~/sellers/query";
import { LONGEST_VIEW_NAME, MOST_VIEWS, viewQuery } from "~/sellers/saved-view";
import { MOST_SELECTED } from "~/sellers/selection";
import { cleanText } from "~/sellers/text";
import type { Franchisee } from "../auth/guard";
import type { Flash } from "../flash";
import { preferencesCookie, readPreferences } from "../preferences";
import { keepSelection } from "./kept-selection";
import { deleteView, saveView, TooManyViews } from "./saved-views";

/** What the list's own forms ask for, by their field `intent`. */
export type ListIntent = "display" | "saveView" | "deleteView" | "select";

/**
 * Changes how a person sees the list, and leads back to it.
 * @returns a redirect; or what is wrong with a view's name, beside that name
 * @throws Response with 400 for an intent that no form of ours has
 */
export async function changeList(franchisee: Franchisee, request: Request) {
  const { form, session, t } = franchisee;
  const { pageSize } = readPreferences(request);
  const query = parseSellerQuery(new URL(request.url).searchParams, { size: pageSize });
  const back = (change: Partial<SellerQuery>, init?: { flash?: Flash; headers?: HeadersInit }) => {
    const params = printSellerQuery({ ...query, ...change }, { size: pageSize }).toString();
    return franchisee.redirect(params ? `/sellers?${params}` : "/sellers", init);
  };

  switch (form.get("intent") as ListIntent | null) {
    case "display":
      return back({}, { headers: { "Set-Cookie": displayCookie(request, form) } });
    case "saveView": {
      const name = cleanText(String(form.get("name") ?? ""));
      const problem = await problemOf(name, franchisee, query);
      if (problem) return data({ name, problem }, { status: 400 });
      return back({}, { flash: { kind: "success", text: t("listing:viewSaved", { name }) } });
    }
    case "deleteView": {
      const view = await deleteView(session.sub, String(form.get("view") ?? ""));
      const flash: Flash | undefined = view && {
        kind: "success",
        text: t("listing:viewDeleted", { name: view.name }),
      };
      return back({}, { flash });
    }
    case "select": {
      const ids = form.getAll("ids").filter((id) => typeof id === "string");
      const tooMany: Flash | undefined =
        ids.length > MOST_SELECTED
          ? { kind: "error", text: t("listing:tooManySelected", { count: MOST_SELECTED }) }
          : undefined;
      return back({ selection: await keepSelection(session.sub, ids) }, { flash: tooMany });
    }
    default:
      throw new Response(null, { status: 400 });
  }
}

/** What is wrong with a view's name; when nothing is, the view is kept. */
async function problemOf(name: string, { session, t }: Franchisee, query: SellerQuery): Promise<string | undefined> {
  const label = t("sellers:views.name");
  if (!name) return t("forms:required", { label });
  if (name.length > LONGEST_VIEW_NAME) return t("forms:string.max", { label, count: LONGEST_VIEW_NAME });
  try {
    await saveView(session.sub, { name, query: viewQuery(query) });
    return undefined;
  } catch (error) {
    if (error instanceof TooManyViews) return t("listing:tooManyViews", { count: MOST_VIEWS });
    throw error;
  }
}

function displayCookie(request: Request, form: FormData): string {
  const given = { ...readPreferences(request), density: form.get("density"), columns: form.getAll("columns") };
  return preferencesCookie(parsePreferences(given));
}
