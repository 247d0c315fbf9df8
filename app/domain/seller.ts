import type { OptionalField, RequiredField } from "./seller-fields";

/** What creating takes (docs/product.md §3): the backend decides the rest. An empty optional text is left out. */
export type NewSeller = { [field in RequiredField]: string } & { [field in OptionalField]?: string };

/** What an update replaces: all that a person can edit. An absent optional text means "cleared". */
export type SellerChange = NewSeller & { accountEnabled: boolean };

/** A franchisee's seller record, as docs/product.md §3 names its fields. */
export type Seller = SellerChange & { id: string };

/** One record as the backend gave it: the fields the app knows, and the whole of it for sending it back unharmed. */
export type SellerRecord = {
  seller: Seller;
  /** The version of this record (RFC 9110 §8.8.3), when the backend has them. */
  etag?: string;
  raw: Readonly<Record<string, unknown>>;
};

/** One page of the sellers that match a query. */
export type SellerPage = {
  sellers: Seller[];
  /** How many match, over all pages. */
  total: number;
  /** The page that this is: the last one when a later one was asked for; 1 when there are none. */
  page: number;
  /** All that match, in order, when the backend doesn't page: nothing more need be asked for. */
  everything?: readonly Seller[];
  /** Only the first so many sellers could be looked through, so `total` is what was found among them. */
  scannedCount?: number;
};
