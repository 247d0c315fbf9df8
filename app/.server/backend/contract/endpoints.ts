import { BackendError, type BackendName } from "../backend-error";

/* Paths of both backends (docs/openapi.yaml). */

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

/** Maximum length of a seller's or a person's id, in characters. */
export const MAX_ID_LENGTH = 512;

/** `..` leads out of a path, even encoded (WHATWG URL), and some servers decode `%2F` early. */
export const hasDotSegment = (id: string) => id.split(/[/\\]/).some((part) => part === "." || part === "..");

/** Encodes an id as one segment of a path. @throws BackendError 404 if no path can hold the id */
function pathSegment(backend: BackendName, id: string): string {
  if (!id || hasDotSegment(id) || id.length > MAX_ID_LENGTH) throw new BackendError(backend, "status", { status: 404 });
  try {
    return encodeURIComponent(id);
  } catch (cause) {
    // The id holds half of a surrogate pair.
    throw new BackendError(backend, "status", { status: 404, cause });
  }
}
