import { createContext, useContext } from "react";

/**
 * The nonce of the page being rendered. Only the server knows it: browsers hide a nonce from scripts once the
 * element is in the document, so the browser renders without one.
 */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
