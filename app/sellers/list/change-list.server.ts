import { data } from "@remix-run/node";
import { NO_ROOM_STATUS, noRoomTextOrThrow } from "~/.server/db/errors";
import type { Flash } from "~/.server/http/flash-cookie";
import { preferencesCookie, readPreferences } from "~/.server/http/preferences-cookie";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { cleanText } from "~/domain/clean-text";
import { mergePreferences, parsePreferences } from "~/domain/preferences";
import { parseSellerQuery, printSellerQuery, type SellerQuery } from "~/domain/query";
import type { Translate } from "~/i18n/catalogues";
import { echoed } from "~/ui/form/messages";
import { MAX_VIEW_NAME_LENGTH, MAX_VIEWS, type TypedViewName, viewQuery } from "./saved-views";
import { chooseDefaultView, deleteView, renameView, saveView, TooManyViews, ViewNameTaken } from "./saved-views.server";
import { filterText, MAX_SELECTED } from "./selection";
import { postedFields, storeSelection, toStore } from "./selection.server";

/** The name of the button that restores a deleted view; its value is the view. */
const RESTORED_VIEW = "restoredView";

export type ListIntent =
  | "display"
  | "saveView"
  | "replaceView"
  | "renameView"
  | "defaultView"
  | "noDefaultView"
  | "deleteView"
  | "select";

/** @throws Response with 400 for an unknown intent */
export async function changeList(ctx: FranchiseeContext) {
  const { request, t } = ctx;
  const { pageSize } = readPreferences(request);
  const query = parseSellerQuery(new URL(request.url).searchParams, { size: pageSize });
  const back: Back = (change, init) => {
    const params = printSellerQuery({ ...query, ...change }, { size: pageSize }).toString();
    return ctx.redirect(params ? `/sellers?${params}` : "/sellers", init);
  };
  try {
    return await applyIntent(ctx, query, back);
  } catch (error) {
    return back({}, { flash: { kind: "error", text: noRoomTextOrThrow(error, t) } });
  }
}

type Back = (change: Partial<SellerQuery>, init?: { flash?: Flash; headers?: HeadersInit }) => Promise<Response>;

async function applyIntent(ctx: FranchiseeContext, query: SellerQuery, back: Back) {
  const { request, form, session, t } = ctx;
  if (form.has(RESTORED_VIEW)) return restoreView(ctx, back);
  const intent = form.get("intent") as ListIntent | null;
  const view = String(form.get("view") ?? "");
  switch (intent) {
    case "display":
      return back({}, { headers: { "Set-Cookie": displayCookie(request, form) } });
    case "saveView":
    case "replaceView": {
      const name = cleanText(String(form.get("name") ?? ""));
      let taken: TypedViewName["taken"];
      const problem = await problemOf(name, t, async () => {
        try {
          await saveView(session.sub, { name, query: viewQuery(query) }, intent === "replaceView" ? view : undefined);
        } catch (error) {
          if (error instanceof ViewNameTaken) taken = error.by;
          throw error;
        }
      });
      if (problem) return refusedName({ name, problem: taken ? t("listing:viewNameHeld", taken) : problem, taken });
      return back({}, { flash: { kind: "success", text: t("listing:viewSaved", { name }), brief: true } });
    }
    case "renameView": {
      const name = cleanText(String(form.get("newName") ?? ""));
      let exists = true;
      const problem = await problemOf(name, t, async () => {
        exists = await renameView(session.sub, view, name);
      });
      if (problem) return refusedName({ name, problem, view });
      // The list has no form for this view any more, so the message repeats what was typed.
      if (!exists) return back({}, { flash: { kind: "error", text: t("listing:viewGone", { name }) } });
      return back({}, { flash: { kind: "success", text: t("listing:viewRenamed", { name }), brief: true } });
    }
    case "defaultView": {
      const chosen = await chooseDefaultView(session.sub, view);
      if (!chosen) return back({}, { flash: { kind: "error", text: t("listing:noSuchView") } });
      return back({}, { flash: { kind: "success", text: t("listing:viewIsDefault", { name: chosen.name }) } });
    }
    case "noDefaultView":
      await chooseDefaultView(session.sub, undefined);
      return back({}, { flash: { kind: "success", text: t("listing:noDefaultView") } });
    case "deleteView": {
      const deleted = await deleteView(session.sub, view);
      if (!deleted) return back({});
      const { name, query, isDefault } = deleted;
      const value = new URLSearchParams({ name, query, ...(isDefault ? { default: "1" } : {}) }).toString();
      const undo = { text: t("common:undo"), name: RESTORED_VIEW, value };
      return back({}, { flash: { kind: "success", text: t("listing:viewDeleted", { name }), undo } });
    }
    case "select": {
      const { ids, all } = toStore(postedFields(ctx));
      const stored = await storeSelection(session.sub, { ids, all, filter: filterText(query) }).catch(
        (error: unknown) => noRoomTextOrThrow(error, t),
      );
      if (typeof stored === "string") {
        return data({ ids: ids.slice(0, MAX_SELECTED), all, problem: stored }, { status: NO_ROOM_STATUS });
      }
      const { name, count, leftOut } = stored;
      const tooMany = all ? t("sellers:selection.leftOutFull") : t("listing:tooManySelected", { count });
      const text = leftOut > 0 ? tooMany : undefined;
      return back({ selection: name }, { flash: text ? { kind: "error", text } : undefined });
    }
    default:
      throw new Response(null, { status: 400 });
  }
}

async function restoreView({ form, session, t }: FranchiseeContext, back: Back) {
  const view = new URLSearchParams(String(form.get(RESTORED_VIEW)));
  const name = cleanText(view.get("name") ?? "");
  const restored = { name, query: view.get("query") ?? "", isDefault: view.has("default") };
  const problem = await problemOf(name, t, () => saveView(session.sub, restored));
  if (problem) return back({}, { flash: { kind: "error", text: problem } });
  return back({}, { flash: { kind: "success", text: t("listing:viewRestored", { name }), brief: true } });
}

function refusedName({ name, ...others }: TypedViewName) {
  return data({ name: echoed(name), ...others }, { status: 400 });
}

/** Checks a view's name and saves it with `save`. @returns what is wrong, if anything is */
async function problemOf(name: string, t: Translate, save: () => Promise<void>): Promise<string | undefined> {
  const label = t("sellers:views.name");
  if (!name) return t("forms:required", { label });
  if (name.length > MAX_VIEW_NAME_LENGTH) return t("forms:string.max", { label, count: MAX_VIEW_NAME_LENGTH });
  try {
    await save();
    return undefined;
  } catch (error) {
    if (error instanceof ViewNameTaken) return t("listing:viewNameTaken");
    return error instanceof TooManyViews
      ? t("listing:tooManyViews", { count: MAX_VIEWS })
      : noRoomTextOrThrow(error, t);
  }
}

function displayCookie(request: Request, form: FormData): string {
  const current = readPreferences(request);
  const posted = parsePreferences({ ...current, density: form.get("density"), columns: form.getAll("columns") });
  return preferencesCookie(mergePreferences(current, posted, form.get("shown")));
}
