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
  /** The query string of the person's default view; "" if there is none. */
  defaultView: string;
  locale: Locale;
  session: {
    /** When the hidden frame renews the session; null if the token's end is unknown. */
    renewInSeconds: number | null;
    /** A hash, for example to keep one person's stored text from the next person. */
    person: string;
    /** The provider's name for the person, else their e-mail address. */
    name?: string;
    /**
     * When SESSION_MAX_HOURS end the session, in ms since the epoch. Set only in the last two
     * minutes before that.
     */
    fixedEndIfNear?: number;
  } | null;
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

export function useRootData(): RootData {
  return useRouteLoaderData<RootData>("root") ?? defaultRootData;
}

export function useSellersPath(): string {
  const { defaultView } = useRootData();
  return defaultView ? `/sellers?${defaultView}` : "/sellers";
}

/** `of` keeps browsers from showing one person's cached picture to the next person. */
export function usePicturePath(): string | undefined {
  const { session } = useRootData();
  return session ? `/profile/image?of=${session.person}` : undefined;
}
