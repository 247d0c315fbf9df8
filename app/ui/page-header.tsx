import { Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { BackLink, type BackLinkProps } from "./back-link";
import classes from "./page-header.module.css";

type PageHeaderProps = {
  title: string;
  description?: ReactNode;
  back?: BackLinkProps;
  /** The page's actions, e.g. LinkButtons. */
  children?: ReactNode;
};

/** The page's one h1, which takes the focus after a navigation. */
export function PageHeader({ title, description, back, children }: PageHeaderProps) {
  return (
    <Group justify="space-between" gap="sm" className={classes.header}>
      <div className={classes.text}>
        {back && <BackLink {...back} />}
        <Title order={1} tabIndex={-1}>
          <bdi>{title}</bdi>
        </Title>
        {description && <Text c="dimmed">{description}</Text>}
      </div>
      {children && (
        <Group gap="xs" className={classes.actions}>
          {children}
        </Group>
      )}
    </Group>
  );
}
