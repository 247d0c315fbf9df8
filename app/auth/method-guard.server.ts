import { createRequire } from "node:module";
import type { ActionFunctionArgs } from "@remix-run/node";
import { localeCodes } from "~/i18n/locales";
import { routeId, screens } from "~/route-table";
import { failureResponse } from "./failure-response.server";
import { notSignedIn } from "./for-franchisee.server";
import { sessionLives } from "./session/session.server";

/*
 * Remix answers 405 to a post to a route without an action before any guard of ours runs, and so tells people who aren't signed in which
 * routes exist. Here each such route that isn't public, and the page of unknown paths, gets an action that answers them 401
 * (docs/decisions/0009).
 */

const require = createRequire(import.meta.url);

type Route = { id?: string; action?: unknown; children?: Route[] };

/** What we use of `@remix-run/router`, whose exports the framework reads at each call. */
export type Router = { createStaticHandler(routes: Route[], options?: object): unknown };

const guardedIds = new Set(
  screens
    .filter(({ access }) => access === "franchisee")
    .flatMap(({ name }) => localeCodes.map((locale) => routeId(name, locale))),
);
// What is posted to `/`, and to no other path, Remix gives to the root route.
guardedIds.add("root");
const unknownIds = new Set(localeCodes.map((locale) => routeId("not-found", locale)));

/** @param router another router object than the framework's */
export function guardMethods(router: Router = require("@remix-run/router")): void {
  const { createStaticHandler } = router;
  router.createStaticHandler = (routes, options) => createStaticHandler(routes.map(guarded), options);
}

function guarded({ children, ...route }: Route): Route {
  const action = route.action ?? refusalOf(route.id ?? "");
  return { ...route, action, ...(children ? { children: children.map(guarded) } : {}) };
}

function refusalOf(id: string) {
  if (unknownIds.has(id)) return refuse(() => new Response(null, { status: 404, statusText: "Page not found" }));
  return guardedIds.has(id) ? refuse(() => new Response(null, { status: 405 })) : undefined;
}

/** @returns an action that throws 401 for whoever isn't signed in, and this refusal for everybody else */
function refuse(refusal: () => Response) {
  return async ({ request }: ActionFunctionArgs): Promise<never> => {
    const signedIn = await sessionLives(request).catch(async (error: unknown) => {
      throw await failureResponse(error, { request });
    });
    throw signedIn ? refusal() : notSignedIn(request);
  };
}
