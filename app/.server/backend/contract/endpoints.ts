import { pathSegment } from "../backend-call";

/* The paths of both backends (docs/openapi.yaml). The methods throw BackendError 404 for an id that no path can hold. */

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
