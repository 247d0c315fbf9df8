import { z } from "zod";
import { wellFormed } from "~/domain/clean-text";
import type { Answer } from "../backend-call";

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

export function readImage({ bytes }: Answer): { bytes: Uint8Array; type: string } | null {
  if (bytes.byteLength === 0) return null;
  const start = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  const type = IMAGES.find(([, signature]) => signature.test(start))?.[0];
  if (!type) throw new Error("Not an image of a known kind");
  return { bytes, type };
}
