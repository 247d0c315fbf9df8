import type { PageNamespace } from "./catalogues";

/** Nearly every page needs these, so they share one file for each language. */
export const sharedNamespaces = ["common", "errors", "sellers"] as const satisfies PageNamespace[];

/** The further namespaces of a route's page, by the screen's name in the route table. */
const OWN: Readonly<Record<string, readonly PageNamespace[]>> = {
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
};

/** @param id of a route: the screen's name in the route table and its locale (route-table.ts) */
export const ownNamespaces = (id: string): readonly PageNamespace[] => OWN[id.split("___", 1)[0] ?? ""] ?? [];
