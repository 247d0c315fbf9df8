/** How the app checks a seller's text, such as the MPK, and what the form shows. */
export type FieldRules = {
  /** An empty optional text isn't sent to the backend at all. */
  isRequired: boolean;
  /** In characters. */
  maxLength: number;
  format?: "email" | "letterOrDigit";
  /** The keyboard that a phone shows. */
  inputMode?: "email" | "tel";
  hint?: `form.${string}`;
  /** The list has the column only for people who choose it. */
  isShownByDefault?: false;
  /** Invisible characters are removed; in a name they may be joiners of an Indian script. */
  isCode?: true;
};

/** The order is that of lists and files; people search and sort by each field. */
export const sellerFields = {
  displayName: { isRequired: true, maxLength: 256 },
  email: {
    isRequired: true,
    maxLength: 254,
    format: "email",
    inputMode: "email",
    hint: "form.emailHint",
    isCode: true,
  },
  firstName: { isRequired: false, maxLength: 64 },
  surname: { isRequired: false, maxLength: 64 },
  // Leading zeros of an MPK count. Companies choose its form, but none is of dashes and dots alone.
  mpk: { isRequired: true, maxLength: 64, format: "letterOrDigit", hint: "form.mpkHint", isCode: true },
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

/** The fields that a similar seller starts with; people never share an address. */
export const sharedFields = ["surname", "mpk"] as const satisfies TextField[];

/** The fields that a job can set for many sellers; people never share an address. */
export const bulkFields = ["displayName", "firstName", "surname", "mpk"] as const satisfies TextField[];
export type BulkField = (typeof bulkFields)[number];

export function isBulkField(name: unknown): name is BulkField {
  return bulkFields.some((field) => field === name);
}

const placedFields: readonly TextField[][] = [["firstName", "surname"], ["displayName"], ["email", "mpk"]];
const otherFields = textFields.filter((field) => !placedFields.flat().includes(field));
/** The form's rows from the top; fields of a row are side by side. Fields without a place come last. */
export const formRows = otherFields.length > 0 ? [...placedFields, otherFields] : placedFields;

export const editableFields = [...textFields, "accountEnabled"] as const;
export type EditableField = (typeof editableFields)[number];

export type NewSeller = { [field in RequiredField]: string } & { [field in OptionalField]?: string };

/** The values of an update; an absent optional text clears the field. */
export type SellerChange = NewSeller & { accountEnabled: boolean };

export type Seller = SellerChange & { id: string };

/** Compares all texts; e-mail addresses in lower case, because backends may store them so. */
export function hasSameTexts(one: NewSeller, other: NewSeller): boolean {
  return printTexts(one) === printTexts(other);
}

/**
 * Requests are stored with a hash of this text, which must be the same after an update of the app.
 * So the fields are written out, and a new one goes to the end, as undefined where it is empty.
 */
export function printTexts({ displayName, email, firstName = "", surname = "", mpk }: NewSeller): string {
  const texts = { displayName, email: email.toLowerCase(), firstName, surname, mpk };
  const filled = Object.values(texts satisfies Record<TextField, string | undefined>);
  return JSON.stringify(filled.filter((text) => text !== undefined));
}

/** `raw` also has fields that the app doesn't know, so that an update keeps them. */
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
  /** Set if only the first so many sellers were searched; `total` counts matches among them. */
  scannedCount?: number;
};
