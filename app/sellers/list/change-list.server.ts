import { data } from "@remix-run/node";
import { NO_ROOM_STATUS, noRoomTextOrThrow } from "~/.server/db/errors";
import type { Flash } from "~/.server/http/flash-cookie";
import { preferencesCookie, readPreferences } from "~/.server/http/preferences-cookie";
import { postedFields } from "~/auth/drafts.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { cleanText } from "~/domain/clean-text";
import { type Preferences, preferencesOf } from "~/domain/preferences";
import { parseSellerQuery, printSellerQuery, type SellerQuery } from "~/domain/query";
import type { Translate } from "~/i18n/catalogues";
import { cutForEcho } from "~/ui/form/form-messages";
import { filterText, MAX_SELECTED } from "./selection/selection";
import { readSelectedRows, storeSelection } from "./selection/selection.server";
import { type TypedViewName, viewQuery } from "./views/saved-views";
import {
  chooseDefaultView,
  clearDefaultView,
  deleteView,
  MAX_VIEWS,
  renameView,
  saveView,
  TooManyViews,
  ViewNameTaken,
} from "./views/saved-views.server";

const MAX_VIEW_NAME_LENGTH = 60;

/** The name of the button that restores a deleted view. The value is the view as URL parameters. */
const RESTORED_VIEW = "restoredView";

type Posted = {
  ctx: FranchiseeContext;
  query: SellerQuery;
  viewId: string;
  redirectToList: (change: Partial<SellerQuery>, init?: { flash?: Flash; headers?: HeadersInit }) => Promise<Response>;
  redirectWithMessage: (text: string, more?: Partial<Flash>) => Promise<Response>;
};

/** By the posted `intent`. Never rename one: pages and drafts from before a deploy post these. */
const intents = {
  display: onChangeLook,
  saveView: (posted: Posted) => onSaveView(posted),
  replaceView: (posted: Posted) => onSaveView(posted, posted.viewId),
  renameView: onRenameView,
  defaultView: onChooseDefault,
  noDefaultView: onClearDefault,
  deleteView: onDeleteView,
  select: onSelect,
};

export async function changeList(ctx: FranchiseeContext) {
  const { request, form, t } = ctx;
  const { pageSize } = await readPreferences(request);
  const query = parseSellerQuery(new URL(request.url).searchParams, { size: pageSize });
  const redirectToList: Posted["redirectToList"] = (change, init) => {
    const params = printSellerQuery({ ...query, ...change }, { size: pageSize }).toString();
    return ctx.redirect(params ? `/sellers?${params}` : "/sellers", init);
  };
  const redirectWithMessage: Posted["redirectWithMessage"] = (text, more) =>
    redirectToList({}, { flash: { kind: "success", text, ...more } });
  const posted = { ctx, query, viewId: String(form.get("view") ?? ""), redirectToList, redirectWithMessage };
  const intent = String(form.get("intent"));
  try {
    if (form.has(RESTORED_VIEW)) return await onRestoreView(posted);
    if (!Object.hasOwn(intents, intent)) throw new Response(null, { status: 400 });
    return await intents[intent as keyof typeof intents](posted);
  } catch (error) {
    return redirectWithMessage(noRoomTextOrThrow(error, t), { kind: "error" });
  }
}

async function onChangeLook({ ctx: { request, form }, redirectToList }: Posted) {
  const cookie = await preferencesCookie(withPostedLook(await readPreferences(request), form));
  return redirectToList({}, { headers: { "Set-Cookie": cookie } });
}

export function withPostedLook(current: Preferences, fields: Pick<FormData, "get" | "getAll">): Preferences {
  return preferencesOf({ ...current, density: fields.get("density"), columns: fields.getAll("columns") });
}

async function onSaveView({ ctx: { form, session, t }, query, redirectWithMessage }: Posted, replacedId?: string) {
  const name = cleanText(String(form.get("name") ?? ""));
  const { problem, taken } = await saveNamed(name, t, () =>
    saveView(session.sub, { name, query: viewQuery(query) }, replacedId),
  );
  // `taken` is the view that has this name already. Only this form offers to replace it.
  if (taken) return refusedName({ name, problem: t("listing:viewNameReplaceable", taken), taken });
  if (problem) return refusedName({ name, problem });
  return redirectWithMessage(t("listing:viewSaved", { name }), { brief: true });
}

async function onRenameView({ ctx: { form, session, t }, viewId, redirectWithMessage }: Posted) {
  const name = cleanText(String(form.get("newName") ?? ""));
  const { problem, value: exists } = await saveNamed(name, t, () => renameView(session.sub, viewId, name));
  if (problem) return refusedName({ name, problem, view: viewId });
  // Another tab has deleted the view, and the form is gone, so the message repeats the typed name.
  if (!exists) return redirectWithMessage(t("listing:viewGone", { name }), { kind: "error" });
  return redirectWithMessage(t("listing:viewRenamed", { name }), { brief: true });
}

async function onChooseDefault({ ctx: { session, t }, viewId, redirectWithMessage }: Posted) {
  const chosen = await chooseDefaultView(session.sub, viewId);
  if (!chosen) return redirectWithMessage(t("listing:noSuchView"), { kind: "error" });
  return redirectWithMessage(t("listing:viewIsDefault", { name: chosen.name }));
}

async function onClearDefault({ ctx: { session, t }, redirectWithMessage }: Posted) {
  await clearDefaultView(session.sub);
  return redirectWithMessage(t("listing:noDefaultView"));
}

async function onDeleteView({ ctx: { session, t }, viewId, redirectToList, redirectWithMessage }: Posted) {
  const deleted = await deleteView(session.sub, viewId);
  if (!deleted) return redirectToList({});
  const { name, query, isDefault } = deleted;
  const value = new URLSearchParams({ name, query, ...(isDefault ? { default: "1" } : {}) }).toString();
  const undo = { text: t("common:undo"), name: RESTORED_VIEW, value };
  return redirectWithMessage(t("listing:viewDeleted", { name }), { undo });
}

async function onRestoreView({ ctx: { form, session, t }, redirectWithMessage }: Posted) {
  const view = new URLSearchParams(String(form.get(RESTORED_VIEW)));
  const name = cleanText(view.get("name") ?? "");
  const restored = { name, query: view.get("query") ?? "", isDefault: view.has("default") };
  const { problem } = await saveNamed(name, t, () => saveView(session.sub, restored));
  if (problem) return redirectWithMessage(problem, { kind: "error" });
  return redirectWithMessage(t("listing:viewRestored", { name }), { brief: true });
}

async function onSelect({ ctx, query, redirectToList }: Posted) {
  const { session, t } = ctx;
  const rows = { ...readSelectedRows(postedFields(ctx)), filter: filterText(query) };
  const stored = await storeSelection(session.sub, rows).catch((error: unknown) => noRoomTextOrThrow(error, t));
  if (typeof stored === "string") {
    // The answer repeats the ticks, which the database couldn't store. A redirect would lose them.
    const selection = rows.all ? rows : { ...rows, ids: rows.ids.slice(0, MAX_SELECTED) };
    return data({ selection, problem: stored }, { status: NO_ROOM_STATUS });
  }
  const { id, storedCount, droppedCount } = stored;
  const text = rows.all ? t("sellers:selection.leftOutFull") : t("sellers:selection.full", { count: storedCount });
  return redirectToList({ selection: id }, { flash: droppedCount > 0 ? { kind: "error", text } : undefined });
}

function refusedName({ name, ...others }: TypedViewName) {
  return data({ name: cutForEcho(name), ...others }, { status: 400 });
}

type NamedResult<T> =
  | { value: T; problem?: undefined; taken?: undefined }
  | { problem: string; taken?: TypedViewName["taken"]; value?: undefined };

async function saveNamed<T>(name: string, t: Translate, save: () => Promise<T>): Promise<NamedResult<T>> {
  const label = t("sellers:views.name");
  if (!name) return { problem: t("forms:required", { label }) };
  if (name.length > MAX_VIEW_NAME_LENGTH)
    return { problem: t("forms:string.max", { label, count: MAX_VIEW_NAME_LENGTH }) };
  try {
    return { value: await save() };
  } catch (error) {
    if (error instanceof ViewNameTaken) return { problem: t("listing:viewNameTaken"), taken: error.namesake };
    if (error instanceof TooManyViews) return { problem: t("listing:tooManyViews", { count: MAX_VIEWS }) };
    return { problem: noRoomTextOrThrow(error, t) };
  }
}
