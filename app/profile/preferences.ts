/** What a person chose on /preferences, apart from the language, whose cookie SPEC.md §2 names. */
export type Preferences = {
  /** `auto` follows the operating system. */
  colorScheme: ColorScheme;
  density: Density;
  /** Rows per page of a list („na stronę”). */
  pageSize: PageSize;
  /** Whether single keys act as shortcuts; some people and some assistive software type them by accident. */
  shortcuts: boolean;
};

export const colorSchemes = ["auto", "light", "dark"] as const;
export const densities = ["comfortable", "compact"] as const;
export const pageSizes = [10, 20, 50, 100] as const;

export type ColorScheme = (typeof colorSchemes)[number];
export type Density = (typeof densities)[number];
export type PageSize = (typeof pageSizes)[number];

export const defaultPreferences: Preferences = {
  colorScheme: "auto",
  density: "comfortable",
  pageSize: 20,
  shortcuts: true,
};

/** Reads preferences that a browser sent (a cookie's content or a form): what isn't one of our values is the default. */
export function parsePreferences(given: { [name in keyof Preferences]?: unknown }): Preferences {
  return {
    colorScheme: oneOf(colorSchemes, given.colorScheme) ?? defaultPreferences.colorScheme,
    density: oneOf(densities, given.density) ?? defaultPreferences.density,
    pageSize: oneOf(pageSizes, Number(given.pageSize)) ?? defaultPreferences.pageSize,
    shortcuts: typeof given.shortcuts === "boolean" ? given.shortcuts : defaultPreferences.shortcuts,
  };
}

function oneOf<T>(allowed: readonly T[], value: unknown): T | undefined {
  return allowed.find((candidate) => candidate === value);
}
