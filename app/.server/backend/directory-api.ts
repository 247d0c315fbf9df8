import { z } from "zod";
import { env } from "~/.server/env";
import { wellFormed } from "~/domain/clean-text";
import type { DirectoryProfile } from "~/domain/franchisee-role";
import { type Answer, Backend } from "./backend-call";
import { type AccessTokens, createBackendClient } from "./backend-client";
import { personEndpoint, pictureEndpoint } from "./contract/endpoints";
import { parseJson } from "./contract/parse-json";

let backend: Backend | undefined;

/** What `createDirectoryApi` returns; every method throws BackendError. */
export type DirectoryApi = ReturnType<typeof createDirectoryApi>;

/**
 * The people directory (docs/product.md §7).
 * @param signal aborts a picture; a profile is read to its end, because others wait for it, too
 */
export function createDirectoryApi(tokens: AccessTokens, signal?: AbortSignal) {
  backend ??= new Backend("profile", env().PROFILE_API_URL);
  const client = createBackendClient(backend, tokens);
  return {
    async find(subject: string): Promise<DirectoryProfile | null> {
      const profile = await client.find({
        operation: "find profile",
        method: "GET",
        path: personEndpoint(subject),
        // 204: the directory has no record of this person (RFC 9110 §15.3.5).
        read: ({ status, bytes }) => (status === 204 ? null : profileAnswer.parse(parseJson(bytes))),
      });
      return profile?.Value?.directoryObject ?? null;
    },
    /** Returns the person's picture, of a type that is safe to serve; null without one. */
    image: (subject: string) =>
      client.find({
        operation: "find profile image",
        method: "GET",
        path: pictureEndpoint(subject),
        signal,
        maxBytes: 5 * 1024 * 1024,
        read: readImage,
      }),
  };
}

/* A person as the directory writes them (docs/openapi.yaml). */

const tidy = (value: string | null | undefined) => (value ? wellFormed(value).trim() || undefined : undefined);
/** Fields that are only displayed: a bad value must not keep anybody out. */
const displayText = z.string().max(4096).nullish().catch(undefined).transform(tidy);

const directoryObject = z.object({
  displayName: displayText,
  givenName: displayText,
  surname: displayText,
  mail: displayText,
  // The role depends on the job title, so a bad value is an error, and a long one is read in full.
  jobTitle: z.string().nullish().transform(tidy),
});

export const profileAnswer = z
  .object({ Value: z.object({ directoryObject: directoryObject.nullish() }).nullish() })
  .nullable();

/** First bytes in hex: an SVG or a page from our origin, whatever its header, could run scripts. */
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
