import type { ReactNode } from "react";
import type { Preferences } from "~/domain/preferences";
import { fold, splitMatches } from "~/domain/search";
import type { Seller } from "~/domain/seller";
import { type TextField, textFields } from "~/domain/seller-fields";

/** A value with its matches of the searched words marked. */
export function highlight(value: string | undefined, words: readonly string[]): ReactNode {
  if (!value || words.length === 0) return value;
  // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing but its place.
  return splitMatches(value, words).map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part));
}

/** The columns that a narrow window hides (list.module.css). */
const hiddenByWidth: readonly TextField[] = ["firstName", "surname"];

/** The values that hold a searched word which no visible column holds. */
export function hiddenMatches(seller: Seller, words: readonly string[], columns: Preferences["columns"]) {
  if (words.length === 0) return [];
  const visible: readonly string[] = ["displayName", ...columns];
  const unseen = (fields: readonly TextField[]) => {
    const text = fold(fields.map((field) => seller[field]).join("\n"));
    return words.filter((word) => !text.includes(word));
  };
  const [unseenWide, unseenNarrow] = [
    unseen(textFields.filter((field) => visible.includes(field))),
    unseen(textFields.filter((field) => visible.includes(field) && !hiddenByWidth.includes(field))),
  ];
  return textFields.flatMap((field) => {
    const value = seller[field] ?? "";
    const isHiddenByWidth = visible.includes(field);
    if (isHiddenByWidth && !hiddenByWidth.includes(field)) return [];
    const missing = isHiddenByWidth ? unseenNarrow : unseenWide;
    return missing.some((word) => fold(value).includes(word)) ? [{ field, isHiddenByWidth, value }] : [];
  });
}
