import "@mantine/core/styles/Radio.layer.css";
import { Radio, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type Conflict, choiceName, conflictChoices } from "~/domain/merge-changes";
import theme from "~/ui/theme/components.module.css";
import classes from "./conflict-choice.module.css";

/** Who gave the field its newer value; `self` is the same person, in another tab. */
export type AuthoredConflict = Conflict & { author: { who: "self" | "other" | "unknown"; text: string } };

export function ConflictChoice({ conflicts, original }: { conflicts: AuthoredConflict[]; original: string }) {
  const { t } = useTranslation("sellers");
  const nameOf = (choice: (typeof conflictChoices)[number], who: AuthoredConflict["author"]["who"]) => {
    if (choice !== "theirs" || who === "other") return t(`conflict.${choice}`);
    return t(who === "self" ? "conflict.otherTab" : "conflict.saved");
  };
  const authors = new Set(conflicts.map(({ author }) => author.who));
  const [commonAuthor = "unknown"] = authors.size === 1 ? authors : [];
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
    <section className={`${theme.card} ${classes.choice}`} ref={box} aria-labelledby="conflict">
      <input type="hidden" name="original" value={original} />
      <h2 id="conflict">{t("conflict.title")}</h2>
      <Text c="dimmed" mt="xs">
        {t("conflict.hint")}
      </Text>
      <div aria-hidden="true" className={classes.head}>
        {conflictChoices.map((choice) => (
          <span key={choice}>{nameOf(choice, commonAuthor)}</span>
        ))}
      </div>
      {conflicts.map((conflict) => (
        <fieldset key={conflict.field} className={classes.field}>
          <legend>{t(`fields.${conflict.field}`)}</legend>
          {conflictChoices.map((choice) => (
            <Radio
              key={choice}
              name={choiceName(conflict.field)}
              value={choice}
              defaultChecked={choice === "mine"}
              className={classes.version}
              label={
                <>
                  <span className={classes.whose}>{nameOf(choice, conflict.author.who)}</span>{" "}
                  <b translate={conflict[choice] ? "no" : undefined}>
                    {conflict[choice] || <i>{t("conflict.empty")}</i>}
                  </b>
                </>
              }
            />
          ))}
        </fieldset>
      ))}
    </section>
  );
}
