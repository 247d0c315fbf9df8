import { createTheme } from "@mantine/core";

/**
 * SPEC.md §9 for Mantine's components. The colours, sizes and fonts themselves are static CSS (variables.css);
 * what stands here is what a component decides in JavaScript.
 */
export const theme = createTheme({
  primaryColor: "green",
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  fontFamily: "var(--mantine-font-family)",
  defaultRadius: 8,
  cursorType: "pointer",
  respectReducedMotion: true,
  breakpoints: { xs: "30em", sm: "36em", md: "48em", lg: "62em", xl: "75em", xxl: "100em", xxxl: "125em" },
});
