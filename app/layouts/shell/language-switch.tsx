import { Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { locales } from "~/i18n/locales";
import { useLocale } from "~/i18n/use-locale";
import { usePageAddress } from "~/ui/page-address";

/** The same page in another language; a whole new document, because a document has one catalogue. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const current = useLocale();
  const here = usePageAddress();
  return (
    <nav aria-label={t("language.label")}>
      <Group component="ul" gap="0.25rem 1.25rem">
        {locales.map(({ code, name }) => (
          <li key={code}>
            {code === current ? (
              <Text span fw={550} aria-current="true">
                {name}
              </Text>
            ) : (
              <Text
                component="a"
                c="inherit"
                td="underline"
                lang={code}
                hrefLang={code}
                href={`/language?${new URLSearchParams({ locale: code, returnTo: here })}`}
              >
                {name}
              </Text>
            )}
          </li>
        ))}
      </Group>
    </nav>
  );
}
