import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useHref } from "~/i18n/use-locale";
import classes from "./footer.module.css";
import { LanguageSwitch } from "./language-switch";

type FooterProps = {
  /** The pages it leads to: the help is for those who are signed in. */
  to: readonly ("help" | "accessibility")[];
  className?: string;
};

/** Below every page: the languages, and what explains the panel. */
export function Footer({ to, className = "" }: FooterProps) {
  const { t } = useTranslation();
  const href = useHref();
  return (
    <footer className={`${classes.footer} ${className}`}>
      <LanguageSwitch />
      <ul>
        {to.map((name) => (
          <li key={name}>
            <Link to={href(`/${name}`)}>{t(name)}</Link>
          </li>
        ))}
      </ul>
    </footer>
  );
}
