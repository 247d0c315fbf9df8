import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type Conflict, choiceName, choices } from "~/sellers/conflict";
import classes from "./conflict-choice.module.css";

/** Yours, theirs and the original of every field that two people changed at once; one of them is to stay. */
export function ConflictChoice({ conflicts, original }: { conflicts: Conflict[]; original: string }) {
  const { t } = useTranslation("sellers");
  const box = useRef<HTMLDivElement>(null);

  // Who goes on typing into the field means what is typed there.
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
    <div ref={box} className={classes.box}>
      <input type="hidden" name="original" value={original} />
      <h2>{t("conflict.title")}</h2>
      {conflicts.map((conflict) => (
        <fieldset key={conflict.field} className={classes.field}>
          <legend>{t(`fields.${conflict.field}`)}</legend>
          <div className={classes.versions}>
            {choices.map((choice) => (
              <label key={choice} className={classes.version}>
                <input
                  type="radio"
                  name={choiceName(conflict.field)}
                  value={choice}
                  defaultChecked={choice === "mine"}
                />
                <span>
                  <span className={classes.whose}>{t(`conflict.${choice}`)}</span>{" "}
                  <span className={classes.value}>{conflict[choice] || <i>{t("conflict.empty")}</i>}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <p className={classes.hint}>{t("conflict.hint")}</p>
    </div>
  );
}
