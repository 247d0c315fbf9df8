import { wellFormed } from "./clean-text";

const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u;
const LOCAL_PART = /^[^\s@"(),:;<>[\]\\\p{Cc}.]+(?:\.[^\s@"(),:;<>[\]\\\p{Cc}.]+)*$/u;
const TOP_LEVEL = /^(?:\p{L}{2,}|xn--[a-z0-9-]+)$/iu;

/** The domain needs a dot, no part may be quoted, and RFC 5321 limits the parts' lengths. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1).split(".");
  return (
    at > 0 &&
    at <= 64 &&
    LOCAL_PART.test(text.slice(0, at)) &&
    domain.length > 1 &&
    domain.every((label) => label.length <= 63 && LABEL.test(label)) &&
    TOP_LEVEL.test(domain.at(-1) ?? "")
  );
}

/** Encodes `?` and `&`, which would add another address or text to the mail (RFC 6068 §2). */
export function mailLink(address: string): string {
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
  const parts = [local, domain].filter(Boolean).map((part) => encodeURIComponent(wellFormed(part)));
  return `mailto:${parts.join("@")}`;
}
