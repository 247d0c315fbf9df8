import { wellFormed } from "./clean-text";

/**
 * A link that writes to an address, and to nobody else (RFC 6068 §2): `?`, `&` and what else means something in such a
 * link stand in the name before the @ as themselves.
 */
export function mailLink(address: string): string {
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
  return `mailto:${[local, domain]
    .filter(Boolean)
    .map((part) => encodeURIComponent(wellFormed(part)))
    .join("@")}`;
}
