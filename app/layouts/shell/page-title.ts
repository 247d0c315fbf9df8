import { type UIMatch, useMatches } from "@remix-run/react";
import { useContext } from "react";
import { UNSAFE_DataRouterStateContext as RouterStateContext } from "react-router";
import type { Translate } from "~/i18n/catalogues";
import { useT } from "~/i18n/hooks";
import { routeErrorWords } from "./error-words";

/** Replaces Remix's `meta`, which gets neither the language nor the action's result. */
export type TitleHandle<Loader = unknown, Action = unknown> = {
  title: (page: { t: Translate; loaded: ResultOf<Loader>; returned: ResultOf<Action> | undefined }) => string;
};

type ResultOf<Run> = Run extends (...args: never[]) => infer Result ? Unwrapped<Awaited<Result>> : unknown;
type Unwrapped<Value> = Value extends Response ? never : Value extends { data: infer Data } ? Data : Value;

/**
 * Returns `Błąd: Edycja sprzedawcy – Panel franczyzobiorcy`.
 * @param error whether a form was refused: adds „Błąd”
 */
export function pageTitle(t: Translate, title: string, { error = false } = {}): string {
  const text = error ? t("common:titleError", { title }) : title;
  return `${text} – ${t("common:product")}`;
}

/** Reads the router's context, because `useActionData` returns only the calling route's result. */
export function usePageTitle(): string {
  const t = useT();
  const matches = useMatches() as UIMatch<unknown, Partial<TitleHandle> | undefined>[];
  const { actionData, errors } = useContext(RouterStateContext) ?? {};
  const [error] = Object.values(errors ?? {});
  if (error !== undefined) return pageTitle(t, routeErrorWords(t, error).heading);
  const match = matches.findLast(({ handle }) => handle?.title);
  if (!match?.handle?.title) return t("common:product");
  return match.handle.title({ t, loaded: match.data, returned: actionData?.[match.id] });
}
