import { createTheme, MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { useRootData } from "~/ui/root-data";

/**
 * docs/product.md §9 for Mantine's components. The colours, sizes and fonts themselves are static CSS (variables.css);
 * what stands here is what a component decides in JavaScript.
 */
const theme = createTheme({
  primaryColor: "green",
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  fontFamily: "var(--mantine-font-family)",
  defaultRadius: 8,
  cursorType: "pointer",
  respectReducedMotion: true,
  // As high and as clearly edged as our own controls (docs/product.md §9: control height 32).
  components: {
    Input: {
      vars: () => ({
        wrapper: {
          "--input-height": "var(--panel-control-height)",
          "--input-fz": "var(--panel-font-size)",
          "--input-bd": "var(--panel-control-border)",
          "--input-bg": "var(--mantine-color-default)",
          "--input-placeholder-color": "var(--mantine-color-placeholder)",
        },
      }),
    },
  },
  breakpoints: { xs: "30em", sm: "36em", md: "48em", lg: "62em", xl: "75em", xxl: "100em", xxxl: "125em" },
});

/** The preferences cookie decides, so Mantine stores nothing of its own in the browser's storage. */
const colorSchemeManager = {
  get: (fallback: "light" | "dark" | "auto") => fallback,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

/**
 * Around each of Mantine's components. It isn't around the whole page, because it would cost every page 8 kB of
 * script while the shared parts are plain elements: only what is loaded on demand (progress bar, dates, palette) needs it.
 */
export function MantineRegion({ children }: { children: ReactNode }) {
  const { colorScheme } = useRootData().preferences;
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      forceColorScheme={colorScheme === "auto" ? undefined : colorScheme}
      colorSchemeManager={colorSchemeManager}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
