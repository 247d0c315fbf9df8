export type DirectoryProfile = {
  displayName?: string;
  givenName?: string;
  surname?: string;
  mail?: string;
  jobTitle?: string;
};

export function isFranchisee(profile: DirectoryProfile | null): boolean {
  const parts = profile?.jobTitle?.split(",") ?? [];
  // Not `toUpperCase`, which makes I of the Turkish ı.
  return parts.some((part) => part.trim().toLowerCase() === "franczyzobiorca");
}

/** `initial`: nobody is signed in, or the directory hasn't answered. */
export type ApplicationStatus = "initial" | "success" | "unauthorized";
