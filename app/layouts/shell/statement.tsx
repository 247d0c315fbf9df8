import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Drawing, type DrawingKind } from "~/ui/drawing";
import theme from "~/ui/theme/components.module.css";
import classes from "./statement.module.css";

type StatementProps = {
  drawing: DrawingKind;
  title: string;
  /** The heading's level, where this isn't a page of its own. */
  level?: 1 | 3;
  code?: string;
  message?: string;
  /** The message's language if it isn't the page's: the message then stands beside the code. */
  messageLang?: string;
  children?: ReactNode;
  actions?: ReactNode;
  footnote?: ReactNode;
  /** When the words are in another language than the page. */
  lang?: string;
  /** `start`: for more than a sentence. */
  align?: "start" | "center";
};

/** A screen that only says something: an error, „Wylogowano”, „Brak autoryzacji”. */
export function Statement({
  drawing,
  title,
  level = 1,
  code,
  message,
  messageLang,
  children,
  actions,
  footnote,
  lang,
  align = "center",
}: StatementProps) {
  const Heading = `h${level}` as const;
  return (
    <Stack lang={lang} align={align} gap="xs" maw="40rem" mx="auto" ta={align} style={{ overflowWrap: "anywhere" }}>
      {/* The drawing has a margin of its own. */}
      <div style={align === "start" ? { marginLeft: "-1.625rem" } : undefined}>
        <Drawing kind={drawing} />
      </div>
      <Heading className={classes.title} tabIndex={-1}>
        {title}
      </Heading>
      {message && !messageLang && <Text c="dimmed">{message}</Text>}
      {children && (
        <Text component="div" c="dimmed">
          {children}
        </Text>
      )}
      {actions && (
        <Group justify={align} gap="0.5rem 1.25rem" mt="sm" className={`${theme.actions} ${classes.actions}`}>
          {actions}
        </Group>
      )}
      {(code || footnote) && (
        <Text component="div" className={classes.foot} c="dimmed" fz="0.8125rem" mt="md">
          {code && (
            <p>
              {code}
              {messageLang && (
                <>
                  {" "}
                  (<span lang={messageLang}>{message}</span>)
                </>
              )}
            </p>
          )}
          {footnote}
        </Text>
      )}
    </Stack>
  );
}
