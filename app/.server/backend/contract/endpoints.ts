import { pathSegment } from "../backend-call";

/* Paths of both backends (docs/openapi.yaml); BackendError 404 if no path can hold an id. */

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
