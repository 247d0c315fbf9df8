import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { DirectoryProfile } from "~/profile/profile";

/** SPEC.md §3: `initial` until known. */
export type ApplicationStatus = "initial" | "success" | "unauthorized";

/** The signed-in person's session, as a page may know it. Times are milliseconds since the epoch. */
export type SessionFacts = {
  /** The store's key of the session, for a background job; it opens nothing. */
  id: string;
  sub: string;
  name?: string;
  email?: string;
  startedAt: number;
  /** When it ends whatever happens. */
  endsAt: number;
  /** When it ends if nothing is done until then. */
  idleEndsAt: number;
};

export type Access = {
  applicationStatus: ApplicationStatus;
  userProfile: DirectoryProfile | null;
  session: SessionFacts | null;
};

/**
 * Who is looking, for the root loader and public pages: never redirects and never throws. Pages for franchisees
 * are kept by `requireFranchisee` alone.
 */
export async function resolveAccess(_args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Access> {
  return { applicationStatus: "initial", userProfile: null, session: null };
}
