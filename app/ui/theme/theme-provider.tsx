import type { MantineThemeComponents } from "@mantine/core";
import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { SCRIPTS_COOKIE } from "~/cookie-names";
import { useRootData } from "~/ui/root-data";
import classes from "~/ui/theme/components.module.css";
import { theme } from "./theme";

const INPUT = {
  "--input-height": "var(--panel-control-height)",
  "--input-fz": "var(--panel-font-size)",
  // No margins of the input: its label, hint and error have theirs (components.module.css).
  "--input-margin-top": "0rem",
  "--input-margin-bottom": "0rem",
};

const components: MantineThemeComponents = {
  Input: { classNames: { input: classes.input }, vars: () => ({ wrapper: INPUT }) },
  InputWrapper: {
    classNames: { label: classes.label, description: classes.hint, error: classes.error },
  },
  Checkbox: { defaultProps: { size: "sm", radius: 4 }, classNames: { label: classes.choice, input: classes.tick } },
  Radio: { defaultProps: { size: "sm" }, classNames: { label: classes.choice, radio: classes.tick } },
  Progress: { classNames: { root: classes.progress, section: classes.progressDone } },
  Fieldset: { defaultProps: { variant: "unstyled" }, classNames: { legend: classes.label } },
  Alert: {
    defaultProps: { variant: "light", radius: "lg" },
    classNames: {
      root: classes.alert,
      wrapper: classes.alertLine,
      icon: classes.alertIcon,
      message: classes.alertMessage,
    },
  },
  Notification: { defaultProps: { withBorder: true } },
  // A popover may be higher than a zoomed window. Scrolling then moves the popover's target out
  // of view, which must neither hide nor flip the popover.
  Popover: { defaultProps: { hideDetached: false, preventPositionChangeWhenVisible: true } },
  Text: { defaultProps: { inherit: true } },
};

// No `activeClassName`: Mantine's moves a pressed button, which would lose a click at its edge.
const panelTheme = { ...theme, components, activeClassName: "" };

/** Mantine must not store the scheme, because the preferences cookie does. */
const colorSchemeManager = {
  get: (fallback: "light" | "dark" | "auto") => fallback,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

export function ThemeProvider({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const { colorScheme } = useRootData().preferences;
  return (
    <MantineProvider
      theme={panelTheme}
      defaultColorScheme="auto"
      forceColorScheme={colorScheme === "auto" ? undefined : colorScheme}
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={() => nonce ?? ""}
      // theme.css has the variables.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}

/** Runs before the first paint. Style sheets and the server then know that scripts run. */
const script = `{const d=document.documentElement.dataset;d.js="";document.cookie="${SCRIPTS_COOKIE}=on;Path=/;SameSite=Lax";if(d.colorScheme==="auto")d.mantineColorScheme=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"}`;

export function ColorSchemeScript({ nonce }: { nonce: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}
