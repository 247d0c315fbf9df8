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

type Back = (change: Partial<SellerQuery>, init?: { flash?: Flash; headers?: HeadersInit }) => Promise<Response>;
/** `view`: the posted view's id. `say`: goes back to the list with a message of success. */
type Posted = { ctx: FranchiseeContext; query: SellerQuery; view: string; back: Back; say: Say };
type Say = (text: string, more?: Partial<Flash>) => Promise<Response>;

const intents = {
  display: applyDisplay,
  saveView: (posted: Posted) => storeView(posted),
  replaceView: (posted: Posted) => storeView(posted, posted.view),
  renameView: nameView,
  defaultView: makeDefault,
  noDefaultView: makeNoneDefault,
  deleteView: removeView,
  select,
};

/** @throws Response with 400 for an unknown intent */
export async function changeList(ctx: FranchiseeContext) {
  const { request, form, t } = ctx;
  const { pageSize } = readPreferences(request);
  const query = parseSellerQuery(new URL(request.url).searchParams, { size: pageSize });
  const back: Back = (change, init) => {
    const params = printSellerQuery({ ...query, ...change }, { size: pageSize }).toString();
    return ctx.redirect(params ? `/sellers?${params}` : "/sellers", init);
  };
  const say: Say = (text, more) => back({}, { flash: { kind: "success", text, ...more } });
  const posted = { ctx, query, view: String(form.get("view") ?? ""), back, say };
  const intent = String(form.get("intent"));
  try {
    if (form.has(RESTORED_VIEW)) return await restoreView(posted);
    if (!Object.hasOwn(intents, intent)) throw new Response(null, { status: 400 });
    return await intents[intent as keyof typeof intents](posted);
  } catch (error) {
    return say(noRoomTextOrThrow(error, t), { kind: "error" });
  }
}

async function applyDisplay({ ctx: { request, form }, back }: Posted) {
  const current = readPreferences(request);
  const chosen = parsePreferences({ ...current, density: form.get("density"), columns: form.getAll("columns") });
  const cookie = preferencesCookie(mergePreferences(current, chosen, form.get("shown")));
  return back({}, { headers: { "Set-Cookie": cookie } });
}

async function storeView({ ctx: { form, session, t }, query, say }: Posted, replacedId?: string) {
  const name = cleanText(String(form.get("name") ?? ""));
  let taken: TypedViewName["taken"];
  const problem = await problemOf(name, t, async () => {
    try {
      await saveView(session.sub, { name, query: viewQuery(query) }, replacedId);
    } catch (error) {
      if (error instanceof ViewNameTaken) taken = error.by;
      throw error;
    }
  });
  if (problem) return refusedName({ name, problem: taken ? t("listing:viewNameHeld", taken) : problem, taken });
  return say(t("listing:viewSaved", { name }), { brief: true });
}

async function nameView({ ctx: { form, session, t }, view, say }: Posted) {
  const name = cleanText(String(form.get("newName") ?? ""));
  let exists = true;
  const problem = await problemOf(name, t, async () => {
    exists = await renameView(session.sub, view, name);
  });
  if (problem) return refusedName({ name, problem, view });
  // The list has no form for this view any more, so the message repeats what was typed.
  if (!exists) return say(t("listing:viewGone", { name }), { kind: "error" });
  return say(t("listing:viewRenamed", { name }), { brief: true });
}

async function makeDefault({ ctx: { session, t }, view, say }: Posted) {
  const chosen = await chooseDefaultView(session.sub, view);
  return chosen
    ? say(t("listing:viewIsDefault", { name: chosen.name }))
    : say(t("listing:noSuchView"), { kind: "error" });
}

async function makeNoneDefault({ ctx: { session, t }, say }: Posted) {
  await chooseDefaultView(session.sub, undefined);
  return say(t("listing:noDefaultView"));
}

async function removeView({ ctx: { session, t }, view, back, say }: Posted) {
  const deleted = await deleteView(session.sub, view);
  if (!deleted) return back({});
  const { name, query, isDefault } = deleted;
  const value = new URLSearchParams({ name, query, ...(isDefault ? { default: "1" } : {}) }).toString();
  return say(t("listing:viewDeleted", { name }), { undo: { text: t("common:undo"), name: RESTORED_VIEW, value } });
}

async function restoreView({ ctx: { form, session, t }, say }: Posted) {
  const view = new URLSearchParams(String(form.get(RESTORED_VIEW)));
  const name = cleanText(view.get("name") ?? "");
  const restored = { name, query: view.get("query") ?? "", isDefault: view.has("default") };
  const problem = await problemOf(name, t, () => saveView(session.sub, restored));
  return problem ? say(problem, { kind: "error" }) : say(t("listing:viewRestored", { name }), { brief: true });
}

async function select({ ctx, query, back }: Posted) {
  const { session, t } = ctx;
  const { ids, all } = toStore(postedFields(ctx));
  const stored = await storeSelection(session.sub, { ids, all, filter: filterText(query) }).catch((error: unknown) =>
    noRoomTextOrThrow(error, t),
  );
  if (typeof stored === "string") {
    return data({ ids: ids.slice(0, MAX_SELECTED), all, problem: stored }, { status: NO_ROOM_STATUS });
  }
  const { name, count, leftOut } = stored;
  const tooMany = all ? t("sellers:selection.leftOutFull") : t("listing:tooManySelected", { count });
  return back({ selection: name }, { flash: leftOut > 0 ? { kind: "error", text: tooMany } : undefined });
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
