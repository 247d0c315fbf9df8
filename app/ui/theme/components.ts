import type { MantineThemeComponents } from "@mantine/core";
import classes from "./components.module.css";

/** How Mantine's components look here unless a screen says otherwise: heights and letters that follow the device (theme.css). */
export const components: MantineThemeComponents = {
  Button: {
    defaultProps: { variant: "default" },
    classNames: { root: classes.button },
    vars: (_theme: unknown, { size }: { size?: string }) => ({ root: size === "xs" ? SMALL_BUTTON : BUTTON }),
  },
  Input: { classNames: { input: classes.input }, vars: () => ({ wrapper: INPUT }) },
  InputWrapper: { classNames: { label: classes.label, description: classes.hint, error: classes.error } },
  NativeSelect: { defaultProps: { rightSection: undefined } },
  Checkbox: { defaultProps: { size: "sm" }, classNames: { label: classes.choice, input: classes.tick } },
  Radio: { defaultProps: { size: "xs" }, classNames: { label: classes.choice, radio: classes.tick } },
  Progress: { classNames: { root: classes.progress, section: classes.progressDone } },
  Fieldset: { defaultProps: { variant: "unstyled" }, classNames: { legend: classes.label } },
  Paper: { classNames: { root: classes.paper } },
  Card: { defaultProps: { component: "section", withBorder: true, radius: "lg", padding: "lg" } },
  Badge: {
    defaultProps: { component: "span", variant: "light", color: "gray", radius: "xl" },
    classNames: { root: classes.badge },
  },
  Alert: { defaultProps: { variant: "light" }, classNames: { root: classes.alert, message: classes.alertMessage } },
  Avatar: { defaultProps: { variant: "light", color: "green", radius: "xl" } },
  Notification: { defaultProps: { withBorder: true } },
  Table: { classNames: { table: classes.table } },
  Text: { defaultProps: { inherit: true } },
};

const BUTTON = {
  "--button-height": "var(--panel-control-height)",
  "--button-padding-x": "0.875rem",
  "--button-fz": "var(--panel-font-size)",
};
const SMALL_BUTTON = {
  "--button-height": "var(--panel-small-control-height)",
  "--button-padding-x": "0.625rem",
  "--button-fz": "0.8125rem",
};
const INPUT = {
  "--input-height": "var(--panel-control-height)",
  "--input-fz": "var(--panel-font-size)",
};
