export type FieldRules = {
  isRequired: boolean;
  maxLength: number;
  format?: "email" | "letterOrDigit";
  inputMode?: "email" | "tel";
  /** False: the list shows the column only to people who choose it. */
  isShownByDefault?: false;
  /** All invisible characters are removed. A name keeps joiners, which Indian scripts need. */
  isCode?: true;
};

/** In the order of lists and files. */
export const sellerFields = {
  displayName: { isRequired: true, maxLength: 256 },
  email: {
    isRequired: true,
    maxLength: 254,
    format: "email",
    inputMode: "email",
    isCode: true,
  },
  firstName: { isRequired: false, maxLength: 64 },
  surname: { isRequired: false, maxLength: 64 },
  // `00123` and `123` are different MPKs. Each company chooses the form of its MPKs.
  mpk: { isRequired: true, maxLength: 64, format: "letterOrDigit", isCode: true },
} as const satisfies Record<string, FieldRules>;

export type TextField = keyof typeof sellerFields;
export type RequiredField = {
  [Field in TextField]: (typeof sellerFields)[Field]["isRequired"] extends true ? Field : never;
}[TextField];
export type OptionalField = Exclude<TextField, RequiredField>;

export const textFields = Object.keys(sellerFields) as TextField[];
export const requiredFields = textFields.filter((field): field is RequiredField => sellerFields[field].isRequired);
export const optionalFields = textFields.filter((field): field is OptionalField => !sellerFields[field].isRequired);

export const isShownByDefault = (field: EditableField): boolean =>
  field === "accountEnabled" || (sellerFields[field] as FieldRules).isShownByDefault !== false;

export const inputModeOf = (field: TextField): FieldRules["inputMode"] => (sellerFields[field] as FieldRules).inputMode;

/** The fields that a similar seller starts with. */
export const sharedFields = ["surname", "mpk"] as const satisfies TextField[];

/** The fields that a job can set; not `email`, because two sellers never share an address. */
export const bulkFields = ["displayName", "firstName", "surname", "mpk"] as const satisfies TextField[];
export type BulkField = (typeof bulkFields)[number];

export function isBulkField(name: unknown): name is BulkField {
  return bulkFields.some((field) => field === name);
}

const placedFields: readonly TextField[][] = [["firstName", "surname"], ["displayName"], ["email", "mpk"]];
const otherFields = textFields.filter((field) => !placedFields.flat().includes(field));
/** Fields of a row are side by side. Fields without a place are in the last row. */
export const formRows = otherFields.length > 0 ? [...placedFields, otherFields] : placedFields;

export const editableFields = [...textFields, "accountEnabled"] as const;
export type EditableField = (typeof editableFields)[number];

export type NewSeller = { [field in RequiredField]: string } & { [field in OptionalField]?: string };

/** An absent optional text clears the field. */
export type SellerChange = NewSeller & { accountEnabled: boolean };

export type Seller = SellerChange & { id: string };

/** Letter case of e-mail addresses doesn't count, because backends may store them in lower case. */
export function hasSameTexts(one: NewSeller, other: NewSeller): boolean {
  return printTexts(one) === printTexts(other);
}

// The database has hashes of this text, which an update of the app must not change. So a new field
// is added at the end, and is undefined if it is empty.
export function printTexts({ displayName, email, firstName = "", surname = "", mpk }: NewSeller): string {
  const texts = { displayName, email: email.toLowerCase(), firstName, surname, mpk };
  const filled = Object.values(texts satisfies Record<TextField, string | undefined>);
  return JSON.stringify(filled.filter((text) => text !== undefined));
}

/** `raw` has the fields that the app doesn't know, too, so that an update keeps them. */
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
  /** The matching sellers of all pages in order, if the app read the whole list. */
  allMatches?: readonly Seller[];
  /** Set if only the first so many sellers were searched; `total` counts matches among them. */
  scannedCount?: number;
};
