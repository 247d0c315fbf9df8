import { useNavigate } from "@remix-run/react";
import { sellerPath } from "~/domain/paths";
import { fold, searchWords } from "~/domain/search";
import { useHref, useT } from "~/i18n/hooks";
import { useRootData } from "~/ui/root-data";
import { type PaletteSeller, recentSellers } from "./recent-sellers";

/** `query` is the query string of the list's URL. */
export type NamedView = { name: string; query: string };

/** `shortcut` names a key of `shortcuts`. */
export type Command = { id: string; label: string; description?: string; shortcut?: string; run: () => void };
export type CommandGroup = { title: string; commands: Command[] };

export function useCommands(query: string, suggested: PaletteSeller[], saved: NamedView[]): CommandGroup[] {
  const t = useT();
  const href = useHref();
  const navigate = useNavigate();
  const go = (path: string) => () => navigate(href(path));
  const q = query.trim();

  const { session } = useRootData();
  const sellers = (q ? suggested : recentSellers(session?.person)).map(
    ({ id, name, email, mpk }): Command => ({
      id: `seller-${id}`,
      label: name || t("sellers:detail.unnamed"),
      description: [email, mpk].filter(Boolean).join(" · "),
      run: go(sellerPath(id)),
    }),
  );
  const places: Command[] = [
    ...commandsOf(NAVIGATION),
    { id: "jobs", label: t("common:ownJobs"), run: go("/sellers/bulk") },
  ];
  const actions: Command[] = [
    { id: "new", label: t("sellers:list.add"), shortcut: "newSeller", run: go("/sellers/new") },
    { id: "import", label: t("keyboard:palette.import"), run: go("/sellers/import") },
    { id: "csv", label: t("sellers:export.csv"), run: () => downloadByLink(href("/sellers/export.csv")) },
    { id: "xlsx", label: t("sellers:export.xlsx"), run: () => downloadByLink(href("/sellers/export.xlsx")) },
  ];
  const pageActions = commandsOf(PAGE_COMMANDS);
  const hasOnlyViews = document.querySelector("[data-command]:not(nav *)") === null;
  // Without views that are page actions already: the list's page has links to its views.
  const views = saved
    .filter(({ name }) => !pageActions.some(({ label }) => label === name))
    .map(({ name, query }): Command => ({ id: `view-${name}`, label: name, run: go(`/sellers?${query}`) }));
  const groups: CommandGroup[] = [
    { title: t("sellers:rowMenu.title"), commands: bestFirst(q, actions) },
    { title: t(`keyboard:palette.groups.${hasOnlyViews ? "views" : "here"}`), commands: bestFirst(q, pageActions) },
    { title: t("keyboard:palette.groups.go"), commands: bestFirst(q, places) },
    { title: t("sellers:views.title"), commands: bestFirst(q, views) },
  ];
  const isFilled = ({ commands }: CommandGroup) => commands.length > 0;
  if (!q) return [{ title: t("keyboard:palette.groups.recent"), commands: sellers }, ...groups].filter(isFilled);
  // The backend may search in more than the label, so all its sellers are shown.
  const sellerGroup: CommandGroup = { title: t("common:navigation.sellers"), commands: sellers };
  const search: Command = {
    id: "search",
    label: t("keyboard:palette.searchFor", { q }),
    run: go(`/sellers?${new URLSearchParams({ q })}`),
  };
  const bestMatchOf = ({ commands }: CommandGroup) => Math.max(...commands.map(({ label }) => matchOf(q, label)));
  const matching = [...groups, sellerGroup].filter(isFilled).sort((a, b) => bestMatchOf(b) - bestMatchOf(a));
  // Added after the sorting, because the label of `search` always contains the query.
  sellerGroup.commands = [...sellers, search];
  return matching.includes(sellerGroup) ? matching : [...matching, sellerGroup];
}

/** A real click shows the guard of unsaved text that this is a download, so it doesn't ask. */
function downloadByLink(address: string): void {
  const link = Object.assign(document.createElement("a"), { href: address });
  document.body.append(link);
  link.click();
  link.remove();
}

const NAVIGATION = "header li a, footer > ul a";
const PAGE_COMMANDS = "a[data-command], button[data-command], form[data-command] button";

/** The commands click the page's own links and buttons, so that forms and guards work as usual. */
function commandsOf(selector: string): Command[] {
  const elements = new Map<string, HTMLElement>();
  // The page's menus are last: the tab „Wszyscy” comes before the view „Bez imienia i nazwiska”.
  const inMenu = (element: HTMLElement) => Number(element.closest("main details") !== null);
  const ordered = [...document.querySelectorAll<HTMLElement>(selector)].sort((a, b) => inMenu(a) - inMenu(b));
  for (const element of ordered) elements.set(labelOf(element), element);
  return [...elements].map(([label, element]) => ({
    id: `${selector}-${label}`,
    label,
    shortcut: element.dataset.shortcut,
    run: () => element.click(),
  }));
}

function labelOf(element: HTMLElement): string {
  const { command = "true" } = element.dataset;
  if (command !== "true") return command;
  return (element.getAttribute("aria-label") ?? element.textContent ?? "").trim();
}

/**
 * - 4: the label is the query
 * - 3: the label begins with the query
 * - 2: each word of the query begins a word of the label
 * - 1: the label contains each word of the query
 */
function matchOf(q: string, label: string): number {
  const [folded, text] = [fold(q.trim()), fold(label)];
  const words = searchWords(q);
  if (text === folded) return 4;
  if (text.startsWith(folded)) return 3;
  const labelWords = text.split(/[^\p{L}\p{N}]+/u);
  if (words.every((word) => labelWords.some((labelWord) => labelWord.startsWith(word)))) return 2;
  return words.every((word) => text.includes(word)) ? 1 : 0;
}

export function bestFirst<Labelled extends { label: string }>(q: string, commands: Labelled[]): Labelled[] {
  const matched = commands.map((command) => ({ command, match: matchOf(q, command.label) }));
  return matched
    .filter(({ match }) => match > 0)
    .sort((a, b) => b.match - a.match)
    .map(({ command }) => command);
}
