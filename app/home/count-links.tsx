import { Group } from "@mantine/core";
import { Link } from "@remix-run/react";
import { formatNumber } from "~/i18n/format";
import { useHref, useLocale } from "~/i18n/use-locale";
import theme from "~/ui/theme/components.module.css";
import classes from "./count-links.module.css";

/** `query`: of the list that the number leads to. */
export type CountItem = { label: string; query: string; count?: number };

type CountLinksProps = {
  items: CountItem[];
  /** The text in place of an unknown number. */
  missing: string;
  isBusy: boolean;
};

/** Numbers of sellers in a row, each with a link to its list. */
export function CountLinks({ items, missing, isBusy }: CountLinksProps) {
  const href = useHref();
  const locale = useLocale();
  return (
    <Group
      component="ul"
      align="baseline"
      gap="0.25rem 2rem"
      className={classes.counts}
      aria-busy={isBusy || undefined}
    >
      {items.map(({ label, query, count }) => (
        <li key={query}>
          <Link to={href(`/sellers${query}`)} className={`${classes.count} ${theme.quiet}`}>
            <span>{label}</span>{" "}
            {count === undefined ? <span>{missing}</span> : <strong>{formatNumber(count, locale)}</strong>}
          </Link>
        </li>
      ))}
    </Group>
  );
}
