import { createTheme } from "@mantine/core";
import { palettes } from "./colours";
import { breakpoints } from "./layout-widths";

/** docs/product.md §9. theme-postcss.ts turns the values into CSS variables at build time. */
export const theme = createTheme({
  white: "#fff",
  black: "#1a201c",
  colors: palettes,
  primaryColor: "green",
  primaryShade: { light: 8, dark: 7 },
  autoContrast: false,
  fontFamily: '"Inter Variable", "Inter Stand-in", system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontFamily: "var(--mantine-font-family)",
    fontWeight: "650",
    textWrap: "balance",
    sizes: {
      h1: { fontSize: "1.5rem", lineHeight: "1.25" },
      h2: { fontSize: "1.125rem", lineHeight: "1.3" },
      h3: { fontSize: "1rem", lineHeight: "1.4" },
    },
  },
  fontSizes: { xs: "0.75rem", sm: "0.875rem", md: "1rem", lg: "1.125rem", xl: "1.25rem" },
  lineHeights: { xs: "1.4", sm: "1.45", md: "1.5", lg: "1.6", xl: "1.65" },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  radius: { xs: "2px", sm: "4px", md: "8px", lg: "12px", xl: "32px" },
  defaultRadius: "md",
  shadows: {
    xs: "0 1px 2px rgb(16 24 20 / 0.06)",
    sm: "0 1px 3px rgb(16 24 20 / 0.1), 0 1px 2px rgb(16 24 20 / 0.06)",
    md: "0 4px 12px rgb(16 24 20 / 0.1), 0 1px 3px rgb(16 24 20 / 0.08)",
    lg: "0 12px 32px rgb(16 24 20 / 0.16), 0 2px 6px rgb(16 24 20 / 0.08)",
    xl: "0 12px 32px rgb(16 24 20 / 0.16), 0 2px 6px rgb(16 24 20 / 0.08)",
  },
  breakpoints,
  cursorType: "pointer",
  respectReducedMotion: true,
});
