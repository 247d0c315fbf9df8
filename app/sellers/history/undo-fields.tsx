import { useT } from "~/i18n/use-t";
import { Value } from "./changes/field-changes";
import classes from "./changes/field-changes.module.css";
import type { UndoFieldView } from "./undo-outlook.server";

/** Each field of a change that is to be taken back: what stands there, what comes back, or why not. */
export function UndoFields({ fields }: { fields: UndoFieldView[] }) {
  const t = useT();
  return (
    <ul className={classes.undone}>
      {fields.map(({ field, state, now, before, text }) => (
        <li key={field}>
          <span className={classes.field}>{t(`sellers:fields.${field}`)}:</span>{" "}
          {state === "possible" ? (
            <>
              <del>
                <Value value={now} />
              </del>
              <span aria-hidden="true"> → </span>
              <ins>
                <Value value={before} />
              </ins>
            </>
          ) : (
            <Value value={now} />
          )}
          <span className={classes.state}> {text}</span>
        </li>
      ))}
    </ul>
  );
}
