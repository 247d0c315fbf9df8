import { editableFields, isShownByDefault } from "./seller";

export const pageSizes = [10, 20, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

export const defaultPageSize: PageSize = 20;

export function isPageSize(size: number | undefined): size is PageSize {
  return pageSizes.some((allowed) => allowed === size);
}

export const colorSchemes = ["auto", "light", "dark"] as const;
export const densities = ["comfortable", "compact"] as const;
const listColumns = editableFields.filter((field) => field !== "displayName");

export const optionalColumns = [...listColumns, "note"] as const;

export type ColorScheme = (typeof colorSchemes)[number];
export type Density = (typeof densities)[number];
export type OptionalColumn = (typeof optionalColumns)[number];

/** The language has a cookie of its own (docs/product.md §2). */
export type Preferences = {
  colorScheme: ColorScheme;
  density: Density;
  pageSize: PageSize;
  /** False turns all shortcuts off, because assistive software may type them by accident. */
  shortcuts: boolean;
  columns: readonly OptionalColumn[];
};

export const defaultPreferences: Preferences = {
  colorScheme: "auto",
  density: "comfortable",
  pageSize: defaultPageSize,
  shortcuts: true,
  columns: listColumns.filter(isShownByDefault),
};

/** Reads preferences from unchecked values; an unknown value gives the default. */
export function preferencesOf(values: { [name in keyof Preferences]?: unknown }): Preferences {
  const columns: unknown[] | undefined = Array.isArray(values.columns) ? values.columns : undefined;
  return {
    colorScheme: oneOf(colorSchemes, values.colorScheme) ?? defaultPreferences.colorScheme,
    density: oneOf(densities, values.density) ?? defaultPreferences.density,
    pageSize: oneOf(pageSizes, Number(values.pageSize)) ?? defaultPreferences.pageSize,
    shortcuts: typeof values.shortcuts === "boolean" ? values.shortcuts : defaultPreferences.shortcuts,
    columns: columns ? optionalColumns.filter((column) => columns.includes(column)) : defaultPreferences.columns,
  };
}

function oneOf<T>(allowed: readonly T[], value: unknown): T | undefined {
  return allowed.find((candidate) => candidate === value);
}
