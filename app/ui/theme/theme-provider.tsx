import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { useRootData } from "~/ui/root-data";
import { components } from "./components";
import { theme } from "./theme";

const panelTheme = { ...theme, components };

/** The preferences cookie decides, so Mantine keeps nothing of its own in the browser's storage. */
const colorSchemeManager = {
  get: (fallback: "light" | "dark" | "auto") => fallback,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

/** Around the whole document. The variables stand in a style sheet (theme.css), not in the page. */
export function Theme({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const { colorScheme } = useRootData().preferences;
  return (
    <MantineProvider
      theme={panelTheme}
      defaultColorScheme="auto"
      forceColorScheme={colorScheme === "auto" ? undefined : colorScheme}
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={() => nonce ?? ""}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
