import { LRUCache } from "lru-cache";
import { blind, sealingKeyId } from "../db/seal";

/*
 * Sealed texts are compared by keyed hashes: a tag for equality, a Bloom filter of pieces of 2 and
 * 3 characters for "contains". Both say nothing without SESSION_SECRET.
 */

/** Between a record's index and its sealed text. */
export const INDEX_MARK = "~";
const KEY_ID_LENGTH = 12;

export function splitIndex(value: string): { index: string; keyId: string; sealed: string } {
  const at = value.indexOf(INDEX_MARK);
  const sealed = value.slice(at + 1);
  return { index: value.slice(0, Math.max(0, at)), keyId: sealed.slice(0, KEY_ID_LENGTH), sealed };
}

const TAG_BYTES = 6;
/** Names share most of their pieces, and an HMAC costs some microseconds. */
const cachedHashes = new LRUCache<string, number>({ max: 20_000 });

/** 8 characters of base64url. */
export function blindTag(text: string, keyId?: string): string {
  return (blind(text, keyId) ?? Buffer.alloc(TAG_BYTES)).subarray(0, TAG_BYTES).toString("base64url");
}

/** A Bloom filter of the words' pieces, as base64url. */
export function blindFilter(words: Iterable<string>, bytes: number): string {
  const filter = Buffer.alloc(bytes);
  for (const piece of piecesOf(words)) {
    const bit = bitOf(piece, bytes, sealingKeyId()) as number;
    filter[bit >> 3] = (filter[bit >> 3] as number) | (1 << (bit & 7));
  }
  return filter.toString("base64url");
}

/**
 * @param keyId of the filters' secret
 * @returns whether a filter may hold all words; always true for words of one character
 */
export function filterTest(words: Iterable<string>, bytes: number, keyId: string): (filter: string) => boolean {
  const bits = [...piecesOf(words)].map((piece) => bitOf(piece, bytes, keyId));
  return (text) => {
    if (bits.length === 0) return true;
    const filter = Buffer.from(text, "base64url");
    if (filter.length !== bytes) return true;
    return bits.every((bit) => bit === undefined || ((filter[bit >> 3] as number) >> (bit & 7)) & 1);
  };
}

function piecesOf(words: Iterable<string>): Set<string> {
  const pieces = new Set<string>();
  for (const word of words) {
    for (let at = 0; at + 2 <= word.length; at += 1) {
      pieces.add(word.slice(at, at + 2));
      if (at + 3 <= word.length) pieces.add(word.slice(at, at + 3));
    }
  }
  return pieces;
}

function bitOf(piece: string, bytes: number, keyId: string): number | undefined {
  const name = `${keyId} ${piece}`;
  const hash = cachedHashes.get(name) ?? blind(`piece ${piece}`, keyId)?.readUInt32LE(0);
  if (hash !== undefined) cachedHashes.set(name, hash);
  return hash === undefined ? undefined : hash % (bytes * 8);
}
