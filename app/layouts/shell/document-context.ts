import { createContext, useContext } from "react";
import { useRootData } from "~/ui/root-data";

/**
 * The nonce of the page being rendered. Only the server knows it, because browsers hide a nonce
 * from scripts.
 */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}

/** The id of the request that renders this document; browsers read it from the document. */
export const RequestIdContext = createContext<string | undefined>(undefined);

/** The id to quote when reporting what the page shows; known even where the root loader failed. */
export function useRequestId(): string | undefined {
  const { requestId } = useRootData();
  const rendering = useContext(RequestIdContext);
  if (requestId) return requestId;
  return rendering ?? (typeof document === "undefined" ? undefined : document.documentElement.dataset.requestId);
}
