import { Link } from "@remix-run/react";
import type { MouseEventHandler, ReactNode } from "react";
import { useT } from "~/i18n/hooks";
import theme from "~/ui/theme/components.module.css";

type PagerProps = {
  label: string;
  onClick?: MouseEventHandler;
  first?: Required<Step> | false;
  previous?: Step | false;
  next?: Step | false;
  children?: ReactNode;
};

/** The default text is „Poprzednia” or „Następna”. */
type Step = { to: string; text?: string };

export function Pager({ label, onClick, first, previous, next, children }: PagerProps) {
  const t = useT();
  if (!first && !previous && !next) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links in it are what is clicked
    <nav aria-label={label} className={`${theme.items} ${theme.pages}`} onClick={onClick}>
      {first && <Link to={first.to}>{first.text}</Link>}
      {previous && (
        <Link to={previous.to} rel="prev">
          {previous.text ?? t("sellers:pages.previous")}
        </Link>
      )}
      {children}
      {next && (
        <Link to={next.to} rel="next">
          {next.text ?? t("sellers:pages.next")}
        </Link>
      )}
    </nav>
  );
}

type NumberedPagerProps = Pick<PagerProps, "label"> & { page: number; pages: number; to: (page: number) => string };

export function NumberedPager({ label, page, pages, to }: NumberedPagerProps) {
  const t = useT();
  return (
    <Pager label={label} previous={page > 1 && { to: to(page - 1) }} next={page < pages && { to: to(page + 1) }}>
      <span>{t("sellers:pages.of", { page, pages })}</span>
    </Pager>
  );
}
