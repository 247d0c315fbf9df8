import { createContext, useContext } from "react";
import { useRootData } from "~/ui/root-data";

/** The id of the request that renders this document; the browser finds it on the document itself. */
export const RequestIdContext = createContext<string | undefined>(undefined);

/** The id to quote when reporting what the page shows; known even where the root loader failed. */
export function useRequestId(): string | undefined {
  const { requestId } = useRootData();
  const rendering = useContext(RequestIdContext);
  if (requestId) return requestId;
  return rendering ?? (typeof document === "undefined" ? undefined : document.documentElement.dataset.requestId);
}
