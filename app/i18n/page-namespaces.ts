import type { PageNamespace } from "./catalogues";

/** Nearly every page needs these namespaces, so each language has them in one file. */
export const sharedNamespaces = ["common", "errors", "sellers"] as const satisfies PageNamespace[];

/** A page's further namespaces, by the screen's name in the route table. */
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

/** @param id a route's id: the screen's name and the locale (`routeId` in route-table.ts) */
export const ownNamespaces = (id: string): readonly PageNamespace[] => OWN[id.split("___", 1)[0] ?? ""] ?? [];
