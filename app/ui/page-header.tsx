import { Group, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import classes from "./page-header.module.css";

type PageHeaderProps = {
  title: string;
  description?: ReactNode;
  /** The page above this one. */
  back?: { to: string; text: string };
  /** The page's actions, e.g. LinkButtons. */
  children?: ReactNode;
};

/** The page's one h1, which takes the focus after a navigation. */
export function PageHeader({ title, description, back, children }: PageHeaderProps) {
  return (
    <Group justify="space-between" gap="sm" className={classes.header}>
      <div className={classes.text}>
        {back && (
          <Link to={back.to} className={classes.back}>
            <span aria-hidden="true">← </span>
            {back.text}
          </Link>
        )}
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
