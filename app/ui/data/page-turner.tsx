import { Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { LinkButton } from "~/ui/link-button";

type PageTurnerProps = {
  /** What it turns the pages of. */
  label: string;
  page: number;
  pages: number;
  to: (page: number) => string;
};

/** One page back or on; nothing where all stands on one. */
export function PageTurner({ label, page, pages, to }: PageTurnerProps) {
  const { t } = useTranslation("sellers");
  if (pages <= 1) return null;
  return (
    <Group component="nav" aria-label={label} gap="sm" mt="sm">
      {page > 1 && <LinkButton to={to(page - 1)}>{t("pages.previous")}</LinkButton>}
      <span>{t("pages.of", { page, pages })}</span>
      {page < pages && <LinkButton to={to(page + 1)}>{t("pages.next")}</LinkButton>}
    </Group>
  );
}
