import { z } from "zod";
import { env } from "~/.server/env";
import { wellFormed } from "~/domain/clean-text";
import type { DirectoryProfile } from "~/domain/franchisee-role";
import { type Answer, Backend } from "./backend-call";
import { type AccessTokens, createBackendClient } from "./backend-client";
import { personEndpoint, pictureEndpoint } from "./contract/endpoints";
import { parseJson } from "./contract/parse-json";

let backend: Backend | undefined;

export type DirectoryApi = ReturnType<typeof createDirectoryApi>;

/** @param signal aborts only a picture, because several requests may wait for the same profile */
export function createDirectoryApi(tokens: AccessTokens, signal?: AbortSignal) {
  backend ??= new Backend("profile", env().PROFILE_API_URL);
  const client = createBackendClient(backend, tokens);
  return {
    async find(subject: string): Promise<DirectoryProfile | null> {
      const profile = await client.find({
        operation: "find profile",
        method: "GET",
        path: personEndpoint(subject),
        // 204: the directory doesn't know this person.
        read: ({ status, bytes }) => (status === 204 ? null : profileAnswer.parse(parseJson(bytes))),
      });
      return profile?.Value?.directoryObject ?? null;
    },
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

const tidy = (value: string | null | undefined) => (value ? wellFormed(value).trim() || undefined : undefined);
/** A bad value of a displayed field counts as missing, so that the person can still sign in. */
const displayText = z.string().max(4096).nullish().catch(undefined).transform(tidy);

const directoryObject = z.object({
  displayName: displayText,
  givenName: displayText,
  surname: displayText,
  mail: displayText,
  // The role depends on the job title, so a bad one must not count as missing: a long title is
  // kept, and one that isn't text is an error.
  jobTitle: z.string().nullish().transform(tidy),
});

export const profileAnswer = z
  .object({ Value: z.object({ directoryObject: directoryObject.nullish() }).nullish() })
  .nullable();

/** The first bytes, in hex, of formats that can't run scripts (SVG and HTML could). */
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
