import { Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { type Conflict, choiceName, conflictChoices } from "~/domain/merge-changes";
import { useT } from "~/i18n/hooks";
import { Choices } from "~/ui/form/choices";
import theme from "~/ui/theme/components.module.css";
import classes from "./seller-form.module.css";

/** Asks for each field in conflict which of its versions is to stay. */
export function ConflictChoice({ conflicts, original }: { conflicts: Conflict[]; original: string }) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);

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
    <section className={`${theme.card} ${classes.conflict}`} ref={box} aria-labelledby="conflict">
      <input type="hidden" name="original" value={original} />
      <h2 id="conflict">{t("sellers:conflict.title")}</h2>
      <Text c="dimmed" my="xs">
        {t("sellers:conflict.hint")}
      </Text>
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
    </section>
  );
}
