import { createContext, useContext } from "react";
import { useRootData } from "~/ui/root-data";

/** Where people ask for help: by e-mail, on a page, both or neither (docs/operations.md). */
export type Support = { email?: string; url?: string };

/** The first document contains its style sheets: loading files would take longer (decision 6). */
export type InlineSheets = {
  text: string;
  hrefs: string[];
  /** The value of SHEETS_COOKIE. */
  version: string;
};

/** Only the server has these facts; browsers read some of them from `<html data-…>`. */
type DocumentFacts = { nonce: string; requestId: string; support: Support; sheets: InlineSheets | undefined };

export const DocumentContext = createContext<DocumentFacts | undefined>(undefined);

export function useDocumentFacts(): Partial<DocumentFacts> {
  return useContext(DocumentContext) ?? {};
}

export function useRequestId(): string | undefined {
  const idOfData = useRootData().requestId;
  const idOnServer = useDocumentFacts().requestId;
  return idOfData ?? idOnServer ?? documentDataset()?.requestId;
}

export function useSupport(): Support {
  const supportOnServer = useDocumentFacts().support;
  return supportOnServer ?? { email: documentDataset()?.supportEmail, url: documentDataset()?.supportUrl };
}

function documentDataset(): DOMStringMap | undefined {
  return typeof document === "undefined" ? undefined : document.documentElement.dataset;
}
