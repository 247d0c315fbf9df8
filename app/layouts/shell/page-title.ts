import { type UIMatch, useMatches } from "@remix-run/react";
import { useContext } from "react";
import { UNSAFE_DataRouterStateContext as RouterStateContext } from "react-router";
import type { Translate } from "~/i18n/catalogues";
import { useT } from "~/i18n/use-t";
import { wordsOfError } from "./error-words";

/**
 * How a route says its title. Remix's `meta` knows neither the language nor what the action returned, so the title
 * stands in the route's handle instead and the document reads it from there:
 *
 *     export const handle = {
 *       title: ({ t, returned }) => pageTitle(t, t("sellers:edit.title"), { error: Boolean(returned) }),
 *     } satisfies TitleHandle<typeof loader, typeof action>;
 *
 * A route that failed has its error screen's title instead.
 */
export type TitleHandle<Loader = unknown, Action = unknown> = {
  title: (given: { t: Translate; loaded: ResultOf<Loader>; returned: ResultOf<Action> | undefined }) => string;
};

type ResultOf<Run> = Run extends (...args: never[]) => infer Result ? Unwrapped<Awaited<Result>> : unknown;
/** What a route's `data()` carries, whichever of several results it is. */
type Unwrapped<Value> = Value extends Response ? never : Value extends { data: infer Data } ? Data : Value;

/** `Błąd: Edycja sprzedawcy – Panel franczyzobiorcy`; `error` when the page shows a form that was refused. */
export function pageTitle(t: Translate, title: string, { error = false } = {}): string {
  const said = error ? t("common:titleError", { title }) : title;
  return `${said} – ${t("common:product")}`;
}

/** The title of what the page shows now. */
export function usePageTitle(): string {
  const t = useT();
  const matches = useMatches() as UIMatch<unknown, Partial<TitleHandle> | undefined>[];
  const { actionData, errors } = useContext(RouterStateContext) ?? {};
  const [error] = Object.values(errors ?? {});
  if (error !== undefined) return pageTitle(t, wordsOfError(t, error).heading);
  const match = matches.findLast(({ handle }) => handle?.title);
  if (!match?.handle?.title) return t("common:product");
  return match.handle.title({ t, loaded: match.data, returned: actionData?.[match.id] });
}
