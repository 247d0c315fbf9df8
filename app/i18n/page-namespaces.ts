import type { PageNamespace } from "./catalogues";

/** Nearly every page needs these namespaces, so the build makes one chunk of them per language. */
export const sharedNamespaces = ["common", "errors", "sellers"] as const satisfies PageNamespace[];

/** Further namespaces by the screen's name in the route table. */
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

/** `rare-pages.ts` contains these namespaces, because each is small and rarely needed. */
const RARE_NAMESPACES: readonly PageNamespace[] = ["accessibility", "auth", "privacy", "profile"];

export const fileOf = (namespace: PageNamespace) => (RARE_NAMESPACES.includes(namespace) ? "rare-pages" : namespace);

/** @param routeId for example `help___en-US` */
export const ownNamespaces = (routeId: string): readonly PageNamespace[] =>
  NAMESPACES_OF_SCREENS[routeId.split("___", 1)[0] ?? ""] ?? [];
