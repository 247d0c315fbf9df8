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
    /** The hidden frame's delay after this response; null if the token's end is unknown. */
    renewInSeconds: number | null;
    /** A hash that tells people apart. */
    person: string;
    /** What the provider calls the person, else their e-mail address. */
    name?: string;
    /** The session's latest end, in ms since the epoch; present in its last two minutes. */
    nearFixedEnd?: number;
  } | null;
  /** The id of the page's request, for error pages and the log. */
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

/** Returns the root loader's result, or defaults where that loader failed. */
export function useRootData(): RootData {
  return useRouteLoaderData<RootData>("root") ?? defaultRootData;
}

/** The list's path in the navigation, with the person's default view. */
export function useSellersPath(): string {
  const { defaultView } = useRootData();
  return defaultView ? `/sellers?${defaultView}` : "/sellers";
}

/** @returns undefined without a session; `of` keeps one person's cached picture from another */
export function usePicturePath(): string | undefined {
  const { session } = useRootData();
  return session ? `/profile/image?of=${session.person}` : undefined;
}
