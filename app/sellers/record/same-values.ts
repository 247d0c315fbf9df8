/** Fields whose value rarely is another seller's too. */
export const uniqueFields = ["email", "mpk"] as const;
export type UniqueField = (typeof uniqueFields)[number];

/** By field, a seller who has the same value already. */
export type SameValues = { [field in UniqueField]?: { id: string; name: string } };
