import { createTheme } from "@mantine/core";

/** SPEC.md §9: green, Inter, radius 8. The darker shades keep text contrast at WCAG AA. */
export const theme = createTheme({
  primaryColor: "green",
  primaryShade: { light: 9, dark: 8 },
  autoContrast: true,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  defaultRadius: 8,
});
