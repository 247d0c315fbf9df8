import { createContext, useContext } from "react";
import { useRootData } from "~/ui/root-data";

/** Whom people ask for help (docs/operations.md): an address, a page, both or neither. */
export type Support = { email?: string; url?: string };

/**
 * The style sheets in a browser's first page. As files they would come a round trip later and delay
 * the scripts (docs/decisions/0006-light-pages.md).
 */
export type InlineStyles = {
  text: string;
  /** Their addresses, which the page's links leave out. */
  files: string[];
  /** The cookie says which build's sheets a browser has. */
  version: string;
};

/** What only the server knows while it renders a document; browsers read it from the document. */
type DocumentFacts = { nonce: string; requestId: string; support: Support; sheets: InlineStyles | undefined };

export const DocumentContext = createContext<DocumentFacts | undefined>(undefined);

export function useDocumentFacts(): Partial<DocumentFacts> {
  return useContext(DocumentContext) ?? {};
}

/** The id to quote when reporting what the page shows; known even where the root loader failed. */
export function useRequestId(): string | undefined {
  const idOfData = useRootData().requestId;
  const idOnServer = useDocumentFacts().requestId;
  const id = idOfData ?? idOnServer;
  return id ?? (typeof document === "undefined" ? undefined : document.documentElement.dataset.requestId);
}

/** Known even where the root loader failed. */
export function useSupport(): Support {
  const supportOnServer = useDocumentFacts().support;
  if (supportOnServer) return supportOnServer;
  if (typeof document === "undefined") return {};
  const { supportEmail: email, supportUrl: url } = document.documentElement.dataset;
  return { email, url };
}
