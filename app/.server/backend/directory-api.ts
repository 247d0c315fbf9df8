import { env } from "~/.server/env";
import type { DirectoryProfile } from "~/domain/directory-profile";
import { Backend } from "./backend";
import { type AccessTokens, createBackendClient } from "./backend-client";
import { profileAnswer, readImage } from "./contract/directory-wire";
import { personEndpoint, pictureEndpoint } from "./contract/endpoints";
import { parseJson } from "./contract/parse-json";

/** The people directory (docs/product.md §7). Every method throws BackendError. */
export interface DirectoryApi {
  /** The person's directory object; null when the directory has none. */
  find(subject: string): Promise<DirectoryProfile | null>;
  /** The person's picture, of a kind that is safe to serve as our own; null when there is none. */
  image(subject: string): Promise<{ bytes: Uint8Array; type: string } | null>;
}

let backend: Backend | undefined;

/** @param signal aborts a picture; a profile is read to its end, because others wait for it, too */
export function createDirectoryApi(tokens: AccessTokens, signal?: AbortSignal): DirectoryApi {
  backend ??= new Backend("profile", env().PROFILE_API_URL);
  const client = createBackendClient(backend, tokens);
  return {
    async find(subject) {
      const answer = await client.find({
        operation: "find profile",
        method: "GET",
        path: personEndpoint(subject),
        // 204: the directory has no record of this person (RFC 9110 §15.3.5).
        read: (answer) => (answer.status === 204 ? null : profileAnswer.parse(parseJson(answer.bytes))),
      });
      return answer?.Value?.directoryObject ?? null;
    },
    image: (subject) =>
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
