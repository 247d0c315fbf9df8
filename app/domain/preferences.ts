import { defaultPageSize, type PageSize, pageSizes } from "./page-size";
import { editableFields } from "./seller-fields";

/**
 * What a person chose on /preferences or on the list itself, apart from the language, whose cookie docs/product.md §2
 * names.
 */
export type Preferences = {
  /** `auto` follows the operating system. */
  colorScheme: ColorScheme;
  density: Density;
  pageSize: PageSize;
  /** Whether single keys act as shortcuts; some people and some assistive software type them by accident. */
  shortcuts: boolean;
  /** What the list of sellers shows beside the name, in the list's own order. */
  columns: readonly (ListColumn | HistoryColumn)[];
};

export const colorSchemes = ["auto", "light", "dark"] as const;
export const densities = ["comfortable", "compact"] as const;
export const listColumns = editableFields.filter((field) => field !== "displayName");

/** What our history knows of a seller; nobody has them unless they choose them. */
export const historyColumns = ["added", "changed"] as const;
export const optionalColumns = [...listColumns, ...historyColumns];

export type ColorScheme = (typeof colorSchemes)[number];
export type Density = (typeof densities)[number];
export type ListColumn = (typeof listColumns)[number];
export type HistoryColumn = (typeof historyColumns)[number];

export const defaultPreferences: Preferences = {
  colorScheme: "auto",
  density: "comfortable",
  pageSize: defaultPageSize,
  shortcuts: true,
  columns: listColumns,
};

/** Reads preferences that a browser sent (a cookie's content or a form): what isn't one of our values is the default. */
export function parsePreferences(given: { [name in keyof Preferences]?: unknown }): Preferences {
  const columns: unknown[] | undefined = Array.isArray(given.columns) ? given.columns : undefined;
  return {
    colorScheme: oneOf(colorSchemes, given.colorScheme) ?? defaultPreferences.colorScheme,
    density: oneOf(densities, given.density) ?? defaultPreferences.density,
    pageSize: oneOf(pageSizes, Number(given.pageSize)) ?? defaultPreferences.pageSize,
    shortcuts: typeof given.shortcuts === "boolean" ? given.shortcuts : defaultPreferences.shortcuts,
    columns: columns ? optionalColumns.filter((column) => columns.includes(column)) : defaultPreferences.columns,
  };
}

/** In one line: for a cookie, and for forms to say what they showed. */
export function printPreferences({ colorScheme, density, pageSize, shortcuts, columns }: Preferences): string {
  const chosen = columns.join(".");
  const shown = new URLSearchParams({
    colorScheme,
    density,
    pageSize: String(pageSize),
    shortcuts: shortcuts ? "on" : "off",
    ...(chosen === defaultPreferences.columns.join(".") ? {} : { columns: chosen }),
  });
  return shown.toString();
}

export function readPrinted(printed: string | undefined): Preferences {
  const stored = new URLSearchParams(printed);
  return parsePreferences({
    ...Object.fromEntries(stored),
    shortcuts: stored.get("shortcuts") !== "off",
    columns: stored.get("columns")?.split("."),
  });
}

/**
 * What was changed in a form, over what is chosen by now: another tab may have chosen the rest since the form came.
 * @param shown what the form showed, printed; without it all that was posted counts
 */
export function mergePreferences(now: Preferences, posted: Preferences, shown: unknown): Preferences {
  if (typeof shown !== "string") return posted;
  const before = readPrinted(shown);
  const changed = Object.entries(posted).filter(
    ([name, value]) => `${before[name as keyof Preferences]}` !== `${value}`,
  );
  return { ...now, ...Object.fromEntries(changed) };
}

function oneOf<T>(allowed: readonly T[], value: unknown): T | undefined {
  return allowed.find((candidate) => candidate === value);
}

export function isHistoryColumn(column: string): column is HistoryColumn {
  return oneOf(historyColumns, column) !== undefined;
}
