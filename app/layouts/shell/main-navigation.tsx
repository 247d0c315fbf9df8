import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { barePath } from "~/i18n/locales";
import { useHref } from "~/i18n/use-locale";
import { useSellersPath } from "~/ui/root-data";
import theme from "~/ui/theme/components.module.css";

const destinations = [
  { name: "home", path: "/" },
  { name: "sellers", path: "/sellers" },
  { name: "history", path: "/history" },
] as const;

export function MainNavigation({ className }: { className?: string }) {
  const { t } = useTranslation();
  const href = useHref();
  const sellersPath = useSellersPath();
  const here = barePath(useLocation().pathname);
  return (
    <nav aria-label={t("navigation.label")} className={className}>
      <ul className={theme.line}>
        {destinations.map(({ name, path }) => {
          const within = path !== "/" && here.startsWith(`${path}/`);
          return (
            <li key={name}>
              <Link
                to={href(name === "sellers" ? sellersPath : path)}
                aria-current={here === path ? "page" : within ? "true" : undefined}
              >
                {t(`navigation.${name}`)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
