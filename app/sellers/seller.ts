/** A franchisee's seller record, as SPEC.md §3 names its fields. */
export type Seller = {
  id: string;
  displayName: string;
  email: string;
  firstName?: string;
  surname?: string;
  accountEnabled: boolean;
  mpk: string;
};
