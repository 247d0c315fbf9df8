import type { DirectoryProfile } from "./directory-profile";

/** docs/product.md §6: the comma-separated job title holds FRANCZYZOBIORCA, whatever the case. */
export function isFranchisee(profile: DirectoryProfile | null): boolean {
  const parts = profile?.jobTitle?.split(",") ?? [];
  // Lower case, not upper: the Turkish dotless ı becomes I in upper case and would pass for another letter.
  return parts.some((part) => part.trim().toLowerCase() === "franczyzobiorca");
}

/** docs/product.md §3: `initial` until the directory has answered for a signed-in person, and where it isn't to be said. */
export type ApplicationStatus = "initial" | "success" | "unauthorized";
