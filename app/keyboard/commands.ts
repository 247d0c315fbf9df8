import { useNavigate, useSubmit } from "@remix-run/react";
import { colorSchemes } from "~/franchisee/preferences";
import { locales } from "~/i18n/locales";
import { useHref, useLocale } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { leaveFor } from "~/layouts/shell/leaving";
import type { FoundSeller } from "~/sellers/found-seller";
import { sellerPath } from "~/sellers/list-link";
import { fold, searchWords } from "~/sellers/search";
import { usePageAddress } from "~/ui/page-address";
import { useRootData } from "~/ui/root-data";
import { shortcuts } from "./shortcuts";

export type Command = { id: string; label: string; description?: string; keys?: readonly string[]; run: () => void };
export type CommandGroup = { group: string; actions: Command[] };

/** What the palette offers for what was typed: the search itself, the sellers found, and the commands that match. */
export function useCommands(query: string, sellers: FoundSeller[]): CommandGroup[] {
  const t = useT();
  const href = useHref();
  const navigate = useNavigate();
  const go = (path: string) => () => navigate(href(path));
  const keysOf = (name: string) => shortcuts.find((shortcut) => shortcut.name === name)?.keys;
  const q = query.trim();
  const words = searchWords(q);
  const matching = (commands: Command[]) =>
    commands.filter(({ label }) => words.every((word) => fold(label).includes(word)));

  const search: Command = {
    id: "search",
    label: t("keyboard:palette.searchFor", { q }),
    run: go(`/sellers?${new URLSearchParams({ q })}`),
  };
  const found = sellers.map(
    ({ id, name, email, mpk }): Command => ({
      id: `seller-${id}`,
      label: name || t("keyboard:palette.unnamed"),
      description: [email, mpk].filter(Boolean).join(" · "),
      run: go(sellerPath(id)),
    }),
  );
  const places: Command[] = [
    { id: "home", label: t("common:navigation.home"), keys: keysOf("home"), run: go("/") },
    { id: "sellers", label: t("common:navigation.sellers"), keys: keysOf("sellers"), run: go("/sellers") },
    { id: "history", label: t("common:navigation.history"), keys: keysOf("history"), run: go("/history") },
    { id: "profile", label: t("common:account.profile"), run: go("/profile") },
    { id: "preferences", label: t("common:account.preferences"), run: go("/preferences") },
    { id: "help", label: t("common:help"), keys: keysOf("help"), run: go("/help") },
  ];
  const newSeller: Command = {
    id: "new",
    label: t("keyboard:palette.newSeller"),
    keys: keysOf("newSeller"),
    run: go("/sellers/new"),
  };
  const signOut: Command = {
    id: "sign-out",
    label: t("common:account.signOut"),
    run: () => leaveFor(href("/auth/logout")),
  };
  return [
    { group: t("keyboard:palette.groups.sellers"), actions: q ? [search, ...found] : [] },
    { group: t("keyboard:palette.groups.go"), actions: matching(places) },
    { group: t("keyboard:palette.groups.do"), actions: matching([newSeller, ...useSettings(), signOut]) },
  ].filter(({ actions }) => actions.length > 0);
}

/** Another language and other colours, on the page where one is. */
function useSettings(): Command[] {
  const t = useT();
  const href = useHref();
  const submit = useSubmit();
  const current = useLocale();
  const here = usePageAddress();
  const { colorScheme, shortcuts: enabled } = useRootData().preferences;
  const languages = locales
    .filter(({ code }) => code !== current)
    .map(({ code, name }): Command => {
      const query = new URLSearchParams({ locale: code, returnTo: here });
      const run = () => window.location.assign(`/language?${query}`);
      return { id: code, label: t("keyboard:palette.language", { name }), run };
    });
  const colours = colorSchemes
    .filter((scheme) => scheme !== colorScheme)
    .map((scheme): Command => {
      const chosen = { colorScheme: scheme, shortcuts: enabled ? "on" : "off", returnTo: here };
      const run = () => submit(chosen, { method: "post", action: href("/preferences") });
      return { id: scheme, label: t(`keyboard:palette.colours.${scheme}`), run };
    });
  return [...languages, ...colours];
}
