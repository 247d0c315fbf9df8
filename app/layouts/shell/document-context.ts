import { createContext, useContext } from "react";
import { useRootData } from "~/ui/root-data";

/** Where people ask for help (docs/operations.md): by e-mail, on a page, both or neither. */
export type Support = { email?: string; url?: string };

/**
 * The style sheets inside a browser's first page. Sheets in files would arrive a round trip later
 * and delay the scripts (docs/decisions/0006-light-pages.md).
 */
export type InlineSheets = {
  text: string;
  /** The links that the page leaves out. */
  hrefs: string[];
  /** The build, for the cookie that says which build's sheets a browser has. */
  version: string;
};

/** Facts that only the rendering server has; browsers read them from the document. */
type DocumentFacts = { nonce: string; requestId: string; support: Support; sheets: InlineSheets | undefined };

export const DocumentContext = createContext<DocumentFacts | undefined>(undefined);

export function useDocumentFacts(): Partial<DocumentFacts> {
  return useContext(DocumentContext) ?? {};
}

/** The id to quote when reporting a problem; known even where the root loader failed. */
export function useRequestId(): string | undefined {
  const idOfData = useRootData().requestId;
  const idOnServer = useDocumentFacts().requestId;
  return idOfData ?? idOnServer ?? documentDataset()?.requestId;
}

/** Returns the support links, even where the root loader failed. */
export function useSupport(): Support {
  const supportOnServer = useDocumentFacts().support;
  return supportOnServer ?? { email: documentDataset()?.supportEmail, url: documentDataset()?.supportUrl };
}

function documentDataset(): DOMStringMap | undefined {
  return typeof document === "undefined" ? undefined : document.documentElement.dataset;
}
