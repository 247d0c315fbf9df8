import { useRouteLoaderData } from "@remix-run/react";
import type { ArrivingFlash } from "~/.server/http/flash-cookie";
import type { ApplicationStatus, DirectoryProfile } from "~/domain/franchisee-role";
import { defaultPreferences, type Preferences } from "~/domain/preferences";
import { defaultLocale, type Locale } from "~/i18n/locales";

export type RootData = {
  applicationStatus: ApplicationStatus;
  userProfile: DirectoryProfile | null;
  flash: ArrivingFlash | null;
  preferences: Preferences;
  /** The query of the person's default view of the list; "" without one. */
  defaultView: string;
  locale: Locale;
  /** Null if nobody is signed in. */
  session: {
    /** The hidden frame's delay from this answer on; null if the token's end is unknown. */
    renewInSeconds: number | null;
    /** A hash that tells people apart. */
    person: string;
    /** The session's latest end, in ms since the epoch; present in its last two minutes. */
    nearFixedEnd?: number;
  } | null;
  /** Of the request that this page came with, for error pages and the log. */
  requestId: string | null;
};

const defaultRootData: RootData = {
  applicationStatus: "initial",
  userProfile: null,
  flash: null,
  preferences: defaultPreferences,
  defaultView: "",
  locale: defaultLocale,
  session: null,
  requestId: null,
};

/** The root loader's result from any component; the defaults where that loader itself failed. */
export function useRootData(): RootData {
  return useRouteLoaderData<RootData>("root") ?? defaultRootData;
}

/** The list's path in the navigation, with the person's default view. */
export function useSellersPath(): string {
  const { defaultView } = useRootData();
  return defaultView ? `/sellers?${defaultView}` : "/sellers";
}

/** The picture's address, which no other person's picture has; undefined without a session. */
export function usePicturePath(): string | undefined {
  const { session } = useRootData();
  return session ? `/profile/image?of=${session.person}` : undefined;
}
