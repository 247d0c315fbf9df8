import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { sellerPath, statusPath } from "~/domain/paths";
import type { EditableField } from "~/domain/seller";
import { undoableFields } from "~/domain/undo";
import { useHref, useT } from "~/i18n/hooks";
import { Button } from "~/ui";
import { FormRefusal } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { fieldLabel, Value } from "./change-parts";
import classes from "./change-parts.module.css";
import type { UndoFieldView } from "./undo-outlook.server";

export type UndoRefusal = {
  text: string;
  changeId: string;
  sellerId?: string;
  fields: UndoFieldView[];
  /** The change added the seller, whose account is still enabled. */
  canDisable: boolean;
};

export function UndoRefusalNotice({ refusal, formKey }: { refusal: UndoRefusal; formKey: string }) {
  const t = useT();
  const href = useHref();
  const { text, changeId, sellerId, fields, canDisable } = refusal;
  const possible = undoableFields(fields);
  return (
    <FormRefusal refusal={refusal} kind="error" title={t("history:refused.title")}>
      <p>{text}</p>
      {fields.length > 0 && <UndoFields fields={fields} />}
      {possible.length > 0 && (
        <UndoForm formKey={formKey} changeId={changeId} fields={possible}>
          <Button type="submit" isSmall style={{ marginBlock: "0.5rem" }}>
            {t("history:refused.others")}
          </Button>
        </UndoForm>
      )}
      {sellerId !== undefined && (
        <p>
          <Link to={href(sellerPath(sellerId))}>{t("sellers:open")}</Link>
          {canDisable && (
            <>
              {" "}
              <Link to={href(statusPath(sellerId, "inactive"))}>{t("sellers:detail.disable")}</Link>
            </>
          )}
        </p>
      )}
    </FormRefusal>
  );
}

export function UndoFields({ fields }: { fields: UndoFieldView[] }) {
  const t = useT();
  return (
    <ul className={classes.undone}>
      {fields.map(({ field, state, now, before, text }) => (
        <li key={field}>
          <span className={classes.field}>{fieldLabel(t, field)}:</span>{" "}
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

type UndoFormProps = {
  formKey: string;
  changeId: string;
  /** Absent if all fields are to be undone. */
  fields?: EditableField[];
  children: ReactNode;
};

export function UndoForm({ formKey, changeId, fields = [], children }: UndoFormProps) {
  return (
    <PostForm formKey={formKey} preventScrollReset>
      <input type="hidden" name="change" value={changeId} />
      {fields.map((field) => (
        <input key={field} type="hidden" name="field" value={field} />
      ))}
      {children}
    </PostForm>
  );
}
