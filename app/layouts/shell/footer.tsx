import { Link } from "@remix-run/react";
import { useHref, useLocale, usePageAddress, useT } from "~/i18n/hooks";
import { locales } from "~/i18n/locales";
import theme from "~/ui/theme/components.module.css";

type FooterProps = {
  /** Public pages have no link to the help, which requires a sign-in. */
  to: readonly ("help" | "accessibility" | "privacy")[];
};

export function Footer({ to }: FooterProps) {
  const t = useT();
  const href = useHref();
  return (
    <footer className={theme.line}>
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

/** Plain links, because a document loads the texts of only one language. */
function LanguageSwitch() {
  const t = useT();
  const current = useLocale();
  const here = usePageAddress();
  return (
    <nav aria-label={t("common:language.label")}>
      <ul className={theme.line}>
        {locales.map(({ code, name }) => (
          <li key={code}>
            {code === current ? (
              <span aria-current="true">{name}</span>
            ) : (
              <a
                lang={code}
                hrefLang={code}
                href={`/language?${new URLSearchParams({ locale: code, returnTo: here })}`}
              >
                {name}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
