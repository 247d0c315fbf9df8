import type { PageNamespace } from "./catalogues";

/** Nearly every page needs these, so they share one file for each language. */
const EVERYWHERE: readonly string[] = ["common", "errors", "sellers"] satisfies PageNamespace[];

export const isOnEveryPage = (namespace: string): boolean => EVERYWHERE.includes(namespace);

/**
 * Further namespaces by route name, to request them together with the page's module, which waits
 * for them (`loadNamespaces`).
 */
const FURTHER: Readonly<Record<string, readonly PageNamespace[]>> = {
  index: ["history", "home"],
  profile: ["profile"],
  preferences: ["profile"],
  "sellers-bulk": ["jobs"],
  "sellers-import": ["import"],
  job: ["jobs"],
  seller: ["history"],
  "seller-history": ["history"],
  history: ["history"],
  help: ["keyboard"],
  "auth-logout": ["auth"],
  "auth-signed-out": ["auth"],
  "auth-unauthorized": ["auth"],
  accessibility: ["accessibility"],
  privacy: ["privacy"],
  error: ["auth"],
  style: ["profile"],
};

/** @param id of a route: the screen's name in the route table and its locale (route-table.ts) */
export const namespacesOf = (id: string): readonly PageNamespace[] => FURTHER[id.split("___", 1)[0] ?? ""] ?? [];
