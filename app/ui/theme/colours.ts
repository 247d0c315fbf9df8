import type { CSSVariablesResolver, MantineColorsTuple } from "@mantine/core";

/** Each palette goes from light to dark; `dark` has the dark scheme's greys. */
export const palettes = {
  gray: ["#f5f7f6", "#eceff0", "#e3e8e5", "#d8dfdb", "#bcc6c0", "#86928b", "#5b665f", "#4d5852", "#333b36", "#1a201c"],
  dark: ["#e6ebe8", "#b4beb8", "#9ba7a0", "#6b7871", "#3a443e", "#2c342f", "#1f2622", "#181d1a", "#131815", "#101412"],
  green: ["#e9f7ee", "#d0eeda", "#a8dfbb", "#7fdca4", "#67d391", "#2fa866", "#1f9152", "#1a7f43", "#137a3a", "#0f6b33"],
} satisfies Record<string, MantineColorsTuple>;

/** The only palettes in the style sheet: a component with `color="teal"` would have no colour. */
export const WRITTEN_PALETTES = ["gray", "dark", "green", "red", "yellow", "blue"] as const;

/** Our own colours, and replacements for Mantine's tints, which miss a contrast of 4.5:1. */
const schemeColours: Record<string, [light: string, dark: string]> = {
  "--mantine-color-green-filled-hover": ["#0f6530", "#156b38"],
  "--mantine-color-green-text": ["#0f6b33", "#67d391"],
  "--mantine-color-green-light": ["#dff3e7", "#14301f"],
  "--mantine-color-green-light-hover": ["#cfecd9", "#1a3d28"],
  "--mantine-color-green-light-color": ["#0f6b33", "#7fdca4"],
  "--mantine-color-green-outline": ["#137a3a", "#67d391"],
  "--mantine-color-green-outline-hover": ["#f1faf4", "#14301f"],
  "--mantine-color-red-filled": ["#c92a2a", "#c4302b"],
  "--mantine-color-red-filled-hover": ["#a82222", "#a82722"],
  "--mantine-color-red-text": ["#b42318", "#ff8f85"],
  "--mantine-color-red-light": ["#fdeae8", "#3a1a17"],
  "--mantine-color-red-light-hover": ["#fbdad6", "#4a211d"],
  "--mantine-color-red-light-color": ["#b42318", "#ff8f85"],
  "--mantine-color-red-outline": ["#c92a2a", "#ff8f85"],
  "--mantine-color-red-outline-hover": ["#fef3f2", "#3a1a17"],
  "--mantine-color-yellow-light": ["#fff1d6", "#33260e"],
  "--mantine-color-yellow-light-color": ["#8a4b00", "#f5c26b"],
  "--mantine-color-blue-light": ["#eff6ff", "#14263f"],
  "--mantine-color-blue-light-color": ["#175cd3", "#8ebcff"],
  "--mantine-color-gray-light": ["#eceff0", "#262d29"],
  "--mantine-color-gray-light-hover": ["#e3e8e5", "#2c342f"],
  "--mantine-color-gray-light-color": ["#4d5852", "#b4beb8"],
  "--mantine-color-gray-text": ["#4d5852", "#b4beb8"],
  "--mantine-color-bright": ["#0c100d", "#fff"],
  "--mantine-color-dimmed": ["#5b665f", "#9ba7a0"],
  "--mantine-color-placeholder": ["#6b766f", "#8b9790"],
  "--mantine-color-anchor": ["var(--mantine-color-green-text)", "var(--mantine-color-green-text)"],
  "--mantine-color-error": ["var(--mantine-color-red-text)", "var(--mantine-color-red-text)"],
  "--mantine-color-default-hover": ["#f1f4f2", "#262e29"],
  "--mantine-color-default-color": ["#1a201c", "#e6ebe8"],
  "--mantine-color-default-border": ["var(--panel-control-border)", "var(--panel-control-border)"],
  "--mantine-color-disabled": ["#eceff0", "#232a26"],
  "--mantine-color-disabled-color": ["#6b766f", "#8b9790"],
  "--mantine-color-disabled-border": ["#d8dfdb", "#343d38"],
  "--panel-canvas": ["#f5f7f6", "#101412"],
  "--panel-surface": ["#fff", "#181d1a"],
  "--panel-surface-sunken": ["#fafbfa", "#141916"],
  "--panel-line": ["#e3e8e5", "#2a322d"],
  // A field's edge needs 3:1 against its surface (WCAG 1.4.11). A button is known by its text.
  "--panel-control-border": ["#86928b", "#6b7871"],
  "--panel-button-border": ["#bcc6c0", "#47524b"],
  "--panel-focus": ["#137a3a", "#67d391"],
};

export const cssVariablesResolver: CSSVariablesResolver = () => {
  const ofScheme = (scheme: 0 | 1) =>
    Object.fromEntries(Object.entries(schemeColours).map(([name, colours]) => [name, colours[scheme]]));
  return { variables: {}, light: ofScheme(0), dark: ofScheme(1) };
};
