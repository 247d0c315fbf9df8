import { data } from "@remix-run/node";
import type { Flash } from "~/.server/http/flash-cookie";
import { NO_ROOM, noRoomWords } from "~/.server/store/no-room";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { cleanText } from "~/domain/clean-text";
import { mergePreferences, parsePreferences } from "~/domain/preferences";
import { parseSellerQuery, printSellerQuery, type SellerQuery } from "~/domain/query";
import type { Translate } from "~/i18n/catalogues";
import { preferencesCookie, readPreferences } from "~/profile/preferences-cookie.server";
import { MAX_VIEW_NAME_LENGTH, MAX_VIEWS, type TypedViewName, viewQuery } from "./saved-view";
import { chooseDefaultView, deleteView, renameView, saveView, TooManyViews, ViewNameTaken } from "./saved-views.server";
import { filterText, MAX_SELECTED } from "./selection";
import { storeSelection } from "./stored-selection.server";

/** Of a view's name that is too long, in characters, what the form gets back. */
const MAX_ECHOED = 1_000;

/** What the list's own forms ask for, by their field `intent`. */
export type ListIntent =
  | "display"
  | "saveView"
  | "replaceView"
  | "renameView"
  | "defaultView"
  | "noDefaultView"
  | "deleteView"
  | "select";

/**
 * Changes how a person sees the list, and leads back to it.
 * @returns a redirect; or what is wrong with a view's name, beside that name and, of one that is there, its id; or why the rows that
 * are ticked can't be kept, beside their ids
 * @throws Response with 400 for an intent that no form of ours has
 */
export async function changeList(ctx: FranchiseeContext, request: Request) {
  const { t } = ctx;
  const { pageSize } = readPreferences(request);
  const query = parseSellerQuery(new URL(request.url).searchParams, { size: pageSize });
  const back: Back = (change, init) => {
    const params = printSellerQuery({ ...query, ...change }, { size: pageSize }).toString();
    return ctx.redirect(params ? `/sellers?${params}` : "/sellers", init);
  };
  try {
    return await changed(ctx, request, { query, back });
  } catch (error) {
    return back({}, { flash: { kind: "error", text: noRoomWords(error, t) } });
  }
}

type Back = (change: Partial<SellerQuery>, init?: { flash?: Flash; headers?: HeadersInit }) => Promise<Response>;

async function changed(ctx: FranchiseeContext, request: Request, { query, back }: { query: SellerQuery; back: Back }) {
  const { form, session, t } = ctx;
  switch (form.get("intent") as ListIntent | null) {
    case "display":
      return back({}, { headers: { "Set-Cookie": displayCookie(request, form) } });
    case "saveView":
    case "replaceView": {
      const name = cleanText(String(form.get("name") ?? ""));
      const replaces = form.get("intent") === "replaceView" ? String(form.get("view") ?? "") : undefined;
      let taken: TypedViewName["taken"];
      const problem = await problemOf(name, t, () =>
        saveView(session.sub, { name, query: viewQuery(query) }, replaces).catch((error: unknown) => {
          if (error instanceof ViewNameTaken) taken = error.by;
          throw error;
        }),
      );
      if (problem) return refusedName({ name, problem: taken ? t("listing:viewNameHeld", taken) : problem, taken });
      return back({}, { flash: { kind: "success", text: t("listing:viewSaved", { name }), brief: true } });
    }
    case "renameView": {
      const view = String(form.get("view") ?? "");
      const name = cleanText(String(form.get("newName") ?? ""));
      let there = true;
      const problem = await problemOf(name, t, async () => {
        there = await renameView(session.sub, view, name);
      });
      if (problem) return refusedName({ name, problem, view });
      // The list has no form for it any more, so the words hold what was typed.
      if (!there) return back({}, { flash: { kind: "error", text: t("listing:viewGone", { name }) } });
      return back({}, { flash: { kind: "success", text: t("listing:viewRenamed", { name }), brief: true } });
    }
    case "defaultView":
    case "noDefaultView": {
      const wanted = form.get("intent") === "defaultView" ? String(form.get("view") ?? "") : undefined;
      const view = await chooseDefaultView(session.sub, wanted);
      if (wanted !== undefined && !view) return back({}, { flash: { kind: "error", text: t("listing:noSuchView") } });
      const text = view ? t("listing:viewIsDefault", { name: view.name }) : t("listing:noDefaultView");
      return back({}, { flash: { kind: "success", text } });
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
      const kept = await storeSelection(session.sub, { ids, filter: filterText(query) }).catch((error: unknown) =>
        noRoomWords(error, t),
      );
      if (typeof kept === "string") return data({ ids: ids.slice(0, MAX_SELECTED), unkept: kept }, { status: NO_ROOM });
      const { name, count, leftOut } = kept;
      const flash: Flash | undefined =
        leftOut > 0 ? { kind: "error", text: t("listing:tooManySelected", { count }) } : undefined;
      return back({ selection: name }, { flash });
    }
    default:
      throw new Response(null, { status: 400 });
  }
}

function refusedName({ name, ...more }: TypedViewName) {
  return data({ name: name.slice(0, MAX_ECHOED), ...more }, { status: 400 });
}

/** What is wrong with a view's name; when nothing is, the view has it. */
async function problemOf(name: string, t: Translate, keep: () => Promise<void>): Promise<string | undefined> {
  const label = t("sellers:views.name");
  if (!name) return t("forms:required", { label });
  if (name.length > MAX_VIEW_NAME_LENGTH) return t("forms:string.max", { label, count: MAX_VIEW_NAME_LENGTH });
  try {
    await keep();
    return undefined;
  } catch (error) {
    if (error instanceof ViewNameTaken) return t("listing:viewNameTaken");
    return error instanceof TooManyViews ? t("listing:tooManyViews", { count: MAX_VIEWS }) : noRoomWords(error, t);
  }
}

function displayCookie(request: Request, form: FormData): string {
  const now = readPreferences(request);
  const posted = parsePreferences({ ...now, density: form.get("density"), columns: form.getAll("columns") });
  return preferencesCookie(mergePreferences(now, posted, form.get("shown")));
}
