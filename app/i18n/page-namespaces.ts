import type { PageNamespace } from "./catalogues";

/** Nearly every page needs these namespaces, so the build makes one chunk of them per language. */
export const sharedNamespaces = ["common", "errors", "sellers"] as const satisfies PageNamespace[];

/** A page's further namespaces, by the screen's name in the route table. */
const NAMESPACES_OF_SCREENS: Readonly<Record<string, readonly PageNamespace[]>> = {
  index: ["history", "home"],
  profile: ["profile"],
  preferences: ["profile"],
  "sellers-bulk": ["jobs"],
  "sellers-import": ["import"],
  job: ["jobs"],
  seller: ["history"],
  "seller-actions": ["history"],
  "seller-history": ["history"],
  history: ["history"],
  help: ["keyboard"],
  "auth-logout": ["auth"],
  "auth-signed-out": ["auth"],
  "auth-unauthorized": ["auth"],
  accessibility: ["accessibility"],
  privacy: ["privacy"],
  error: ["auth"],
};

/** `rare-pages.ts` holds these namespaces, because each is small and few people read it. */
const RARE_NAMESPACES: readonly PageNamespace[] = ["accessibility", "auth", "privacy", "profile"];

/** Returns the name of the file in `page/` that holds a namespace. */
export const fileOf = (namespace: PageNamespace) => (RARE_NAMESPACES.includes(namespace) ? "rare-pages" : namespace);

/** @param id a route's id: the screen's name and the locale (`routeId` in route-table.ts) */
export const ownNamespaces = (id: string): readonly PageNamespace[] =>
  NAMESPACES_OF_SCREENS[id.split("___", 1)[0] ?? ""] ?? [];
