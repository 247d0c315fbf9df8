import { z } from "zod";
import { env } from "~/.server/env";
import { wellFormed } from "~/domain/clean-text";
import type { DirectoryProfile } from "~/domain/directory-profile";
import { type AccessTokens, type Answer, createBackendClient, json, pathSegment } from "./backend-client";

/** The people directory (docs/product.md §7). Every method throws BackendError. */
export interface DirectoryApi {
  /** The person's directory object; null when the directory has none. */
  find(subject: string): Promise<DirectoryProfile | null>;
  /** The person's picture, of a kind that is safe to serve as our own; null when there is none. */
  image(subject: string): Promise<{ bytes: Uint8Array; type: string } | null>;
}

/** A portrait has no reason to be larger, in bytes. */
const IMAGE_MAX_BYTES = 5 * 1024 * 1024;

const tidy = (value: string | null | undefined) => (value ? wellFormed(value).trim() || undefined : undefined);
/** Nobody is kept out for want of what is only shown. */
const shown = z.string().max(4096).nullish().catch(undefined).transform(tidy);

const directoryObject = z.object({
  displayName: shown,
  givenName: shown,
  surname: shown,
  mail: shown,
  // Who may come in depends on it: one that can't be read is an error, and a long one is read to its end.
  jobTitle: z.string().nullish().transform(tidy),
});

const profileAnswer = z
  .object({ Value: z.object({ directoryObject: directoryObject.nullish() }).nullish() })
  .nullable();
const readProfile = json(profileAnswer);
/** RFC 9110 §15.3.5: there is no content, which is an answer to what was asked. */
const NO_CONTENT = 204;

/**
 * The people directory for one person's access token.
 * @param gone aborts when nobody waits for a picture any more; what the directory says of a person, others wait for too
 */
export function createDirectoryApi(tokens: AccessTokens, gone?: AbortSignal): DirectoryApi {
  const client = createBackendClient("profile", env().PROFILE_API_URL, tokens);
  const pathOf = (subject: string) => `/api/DirectoryObject/${pathSegment("profile", subject)}`;
  return {
    async find(subject) {
      const answer = await client.find({
        operation: "find profile",
        method: "GET",
        path: pathOf(subject),
        read: (answer) => (answer.status === NO_CONTENT ? null : readProfile(answer)),
      });
      return answer?.Value?.directoryObject ?? null;
    },
    image: (subject) =>
      client.find({
        operation: "find profile image",
        method: "GET",
        path: `${pathOf(subject)}/image`,
        gone,
        maxBytes: IMAGE_MAX_BYTES,
        read: readImage,
      }),
  };
}

/** Told by their first bytes (in hex), not by the header: an SVG or a page served as ours could run scripts. */
const IMAGES: readonly [type: string, signature: RegExp][] = [
  ["image/png", /^89504e470d0a1a0a/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^47494638(37|39)61/],
  ["image/webp", /^52494646.{8}57454250/],
];

function readImage({ bytes }: Answer): { bytes: Uint8Array; type: string } | null {
  if (bytes.byteLength === 0) return null;
  const start = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  const type = IMAGES.find(([, signature]) => signature.test(start))?.[0];
  if (!type) throw new Error("Not an image of a known kind");
  return { bytes, type };
}
