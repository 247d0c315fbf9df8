import { BackendError, type BackendName } from "../backend-error";

export const sellersEndpoint = "/api/sellers";

export function sellerEndpoint(id: string): string {
  return `${sellersEndpoint}/${pathSegment("sellers", id)}`;
}

export function personEndpoint(subject: string): string {
  return `/api/DirectoryObject/${pathSegment("profile", subject)}`;
}

export function pictureEndpoint(subject: string): string {
  return `${personEndpoint(subject)}/image`;
}

export const MAX_ID_LENGTH = 512;

/** The id `a/../b` would lead to another path, even encoded: `fetch` or the server decodes it. */
export const hasDotSegment = (id: string) => id.split(/[/\\]/).some((part) => part === "." || part === "..");

function pathSegment(backend: BackendName, id: string): string {
  if (!id || hasDotSegment(id) || id.length > MAX_ID_LENGTH) throw new BackendError(backend, "status", { status: 404 });
  try {
    return encodeURIComponent(id);
  } catch (cause) {
    // `encodeURIComponent` throws if the id has half of a surrogate pair.
    throw new BackendError(backend, "status", { status: 404, cause });
  }
}
