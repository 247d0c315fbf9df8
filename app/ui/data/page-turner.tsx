import { Group } from "@mantine/core";
import { LinkButton } from "~/ui/link-button";

type PageTurnerProps = {
  /** What it turns the pages of. */
  label: string;
  page: number;
  pages: number;
  to: (page: number) => string;
  /** „Strona 2 z 3”, and the two directions. */
  words: { page: string; previous: string; next: string };
};

/** One page back or on; nothing where all stands on one. */
export function PageTurner({ label, page, pages, to, words }: PageTurnerProps) {
  if (pages <= 1) return null;
  return (
    <Group component="nav" aria-label={label} gap="sm" mt="sm">
      {page > 1 && <LinkButton to={to(page - 1)}>{words.previous}</LinkButton>}
      <span>{words.page}</span>
      {page < pages && <LinkButton to={to(page + 1)}>{words.next}</LinkButton>}
    </Group>
  );
}
