import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useHref } from "~/i18n/use-locale";
import theme from "~/ui/theme/components.module.css";
import classes from "./footer.module.css";
import { LanguageSwitch } from "./language-switch";

type FooterProps = {
  /** The pages it leads to: the help is for those who are signed in. */
  to: readonly ("help" | "accessibility" | "privacy")[];
};

/** Below every page: the languages, and what explains the panel. */
export function Footer({ to }: FooterProps) {
  const { t } = useTranslation();
  const href = useHref();
  return (
    <footer className={`${theme.line} ${classes.footer}`}>
      <LanguageSwitch />
      <ul className={theme.line}>
        {to.map((name) => (
          <li key={name}>
            <Link to={href(`/${name}`)}>{t(name)}</Link>
          </li>
        ))}
      </ul>
    </footer>
  );
}
