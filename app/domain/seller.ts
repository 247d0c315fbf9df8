import type { OptionalField, RequiredField } from "./seller-fields";

export type NewSeller = { [field in RequiredField]: string } & { [field in OptionalField]?: string };

/** What an update replaces; an absent optional text clears the field. */
export type SellerChange = NewSeller & { accountEnabled: boolean };

export type Seller = SellerChange & { id: string };

/** `raw` also has the fields that the app doesn't know, so that an update keeps them. */
export type SellerRecord = {
  seller: Seller;
  etag?: string;
  raw: Readonly<Record<string, unknown>>;
};

export type SellerPage = {
  sellers: Seller[];
  total: number;
  /** The last page if a later one was requested; 1 if there are no sellers. */
  page: number;
  /** All matching sellers in order, if the backend doesn't page. */
  everything?: readonly Seller[];
  /**
   * Set if the list is too long to be sorted by a date: it holds only sellers whose date is known,
   * and of these only the first `MAX_BY_ID`.
   */
  isDatedOnly?: true;
  /** Set if only the first so many sellers were searched; `total` counts matches among them. */
  scannedCount?: number;
};
