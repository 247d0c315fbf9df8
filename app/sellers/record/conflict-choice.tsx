import { Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { type Conflict, choiceName, conflictChoices } from "~/domain/merge-changes";
import { useT } from "~/i18n/hooks";
import { useFocusOnRefusal } from "~/ui/focus";
import { Choices } from "~/ui/form/choices";
import { WarningIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import classes from "./seller-form.module.css";

type ConflictChoiceProps = {
  fields: Conflict[];
  /** The record before both people's changes (`printLoadedValues`). */
  original: string;
  /** „Anna Kowalska zmienił(a) te dane 28.11.2026 14:32. Która wartość ma zostać?” */
  question: string;
  texts: string[];
  /** The server's latest answer: each new object moves the focus here. */
  answer?: unknown;
};

export function ConflictChoice({ fields: conflicts, original, question, texts, answer }: ConflictChoiceProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  useFocusOnRefusal(box, answer);

  // Typing into the field chooses the typed value.
  useEffect(() => {
    const form = box.current?.closest("form");
    const onInput = ({ target }: Event) => {
      const conflict = conflicts.find(({ field }) => target instanceof HTMLInputElement && target.name === field);
      const mine = conflict && form?.querySelector(`input[name="${choiceName(conflict.field)}"][value=mine]`);
      if (mine instanceof HTMLInputElement) mine.checked = true;
    };
    form?.addEventListener("input", onInput);
    return () => form?.removeEventListener("input", onInput);
  }, [conflicts]);

  return (
    <div
      className={`${theme.card} ${classes.conflict}`}
      ref={box}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: after a refusal a reader should hear its reason first
      autoFocus={answer !== undefined}
    >
      <input type="hidden" name="original" value={original} />
      <div className={classes.question}>
        <WarningIcon label={t("common:notice.warning")} />
        <h2>{question}</h2>
      </div>
      <Text c="dimmed">{t("sellers:conflict.hint")}</Text>
      <Stack>
        {conflicts.map((conflict) => (
          <Choices
            key={conflict.field}
            legend={t(`sellers:fields.${conflict.field}`)}
            name={choiceName(conflict.field)}
            chosen="mine"
            options={conflictChoices.map((value) => ({
              value,
              text: (
                <>
                  {t(`sellers:conflict.${value}`)}:{" "}
                  <b translate={conflict[value] ? "no" : undefined}>{conflict[value] || t("sellers:conflict.empty")}</b>
                </>
              ),
            }))}
          />
        ))}
      </Stack>
      {texts.length > 0 && <Text c="dimmed">{texts.join(" ")}</Text>}
    </div>
  );
}
