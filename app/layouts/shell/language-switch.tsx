import { useTranslation } from "react-i18next";
import { locales } from "~/i18n/locales";
import { useLocale } from "~/i18n/use-locale";
import { usePageAddress } from "~/ui/page-address";
import theme from "~/ui/theme/components.module.css";

/** The same page in another language; a whole new document, because a document has one catalogue. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const current = useLocale();
  const here = usePageAddress();
  return (
    <nav aria-label={t("language.label")}>
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
