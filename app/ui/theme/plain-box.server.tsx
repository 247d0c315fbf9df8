import {
  InlineStyles,
  isNumberLike,
  type Box as MantineBox,
  parseStyleProps,
  STYlE_PROPS_DATA,
  useMantineSxTransform,
  useMantineTheme,
} from "@mantine/core";
import { type ElementType, forwardRef, type ReactNode, useId } from "react";
import { STYLE_PROPS } from "./extract-style-props";

type Props = Record<string, unknown>;

/** What a box keeps for itself; all else, style props apart, is its element's. */
const OWN = new Set(
  "component style __vars className variant mod size hiddenFrom visibleFrom lightHidden darkHidden renderRoot __size".split(
    " ",
  ),
);

/**
 * Stands in for Mantine's `Box` on the server, which each of its components is made of: the same element, its properties gone through
 * once instead of copied five times (scripts/build/lean-libraries.ts puts it in its place, docs/decisions/0009).
 */
const PlainBox = forwardRef<unknown, Props>(function PlainBox(given, ref) {
  const { component, style, __vars, variant, mod, size, renderRoot, __size } = given;
  const theme = useMantineTheme();
  const sx = useMantineSxTransform()?.();
  // Asked for by each box, so that what is counted is the same here and in the browser.
  const id = useId();
  let styleProps: Props | undefined;
  for (const name in given) {
    if (STYLE_PROPS.has(name) && !OWN.has(name) && given[name] !== undefined) {
      styleProps ??= {};
      styleProps[name] = given[name];
    }
  }
  const parsed = styleProps && parseStyleProps({ styleProps, theme, data: STYlE_PROPS_DATA } as never);
  const responsive = parsed?.hasResponsiveStyles ? `__m__-${id.replace(/[:«»]/g, "")}` : undefined;
  const props: Props = {
    ref,
    style: { ...merged(style, theme), ...merged(__vars, theme), ...parsed?.inlineStyles },
    className: classNameOf(given, sx?.(styleProps?.sx as never), responsive),
    "data-variant": variant,
    "data-size": isNumberLike(size) ? undefined : size || undefined,
    size: __size,
  };
  addMod(props, mod);
  for (const name in given) if (!OWN.has(name) && !STYLE_PROPS.has(name)) props[name] = given[name];
  const Element = (component || "div") as ElementType;
  return (
    <>
      {responsive && parsed && <InlineStyles selector={`.${responsive}`} styles={parsed.styles} media={parsed.media} />}
      {typeof renderRoot === "function" ? (renderRoot(props) as ReactNode) : <Element {...props} />}
    </>
  );
});

export const Box = PlainBox as unknown as typeof MantineBox;

function classNameOf(
  { className, hiddenFrom, visibleFrom, lightHidden, darkHidden }: Props,
  ...more: unknown[]
): string {
  const hidden = [
    lightHidden && "mantine-light-hidden",
    darkHidden && "mantine-dark-hidden",
    hiddenFrom && `mantine-hidden-from-${hiddenFrom}`,
    visibleFrom && `mantine-visible-from-${visibleFrom}`,
  ];
  return [className, ...more, ...hidden].filter(Boolean).join(" ");
}

/** A style as Mantine takes it: an object, a function of the theme, or a list of them. */
function merged(style: unknown, theme: unknown): object | undefined {
  if (Array.isArray(style)) return Object.assign({}, ...style.map((each) => merged(each, theme)));
  return typeof style === "function" ? style(theme) : (style as object | undefined);
}

/** Modifiers become `data-` attributes, but for those that say no. */
function addMod(props: Props, mod: unknown): void {
  if (Array.isArray(mod)) for (const each of mod) addMod(props, each);
  else if (typeof mod === "string" && mod) props[attributeOf(mod)] = true;
  else if (typeof mod === "object") {
    for (const [name, value] of Object.entries(mod ?? {})) {
      if (value !== undefined && value !== "" && value !== false && value !== null) props[attributeOf(name)] = value;
    }
  }
}

const attributeOf = (name: string) => (name.startsWith("data-") ? name : `data-${name}`);
