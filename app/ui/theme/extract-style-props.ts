/** Mantine's style props (`STYlE_PROPS_DATA` and what else its own function takes out). */
const STYLE_PROPS: ReadonlySet<string> = new Set(
  (
    "m mx my mt mb ml mr me ms p px py pt pb pl pr pe ps bd bdrs bg c opacity ff fz fw lts ta lh fs tt td w miw maw h mih mah " +
    "bgsz bgp bgr bga pos top left bottom right inset display flex hiddenFrom visibleFrom lightHidden darkHidden sx"
  ).split(" "),
);

/**
 * Stands in for Mantine's function of this name, which every component of a page calls: it takes sixty properties apart by
 * name and puts them together again, an eighth of what a page cost (docs/performance.md). scripts/build/lean-libraries.ts puts it in its
 * place, and a test compares the two.
 */
export function extractStyleProps(others: Record<string, unknown>) {
  const styleProps: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const name of Object.keys(others)) {
    if (!STYLE_PROPS.has(name)) rest[name] = others[name];
    else if (others[name] !== undefined) styleProps[name] = others[name];
  }
  return { styleProps, rest };
}
