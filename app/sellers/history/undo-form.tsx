import type { ReactNode } from "react";
import type { EditableField } from "~/domain/seller-fields";
import { OwnForm } from "~/ui/form/own-form";

type UndoFormProps = {
  formKey: string;
  changeId: string;
  /** Those that the person agreed to take back; all else. */
  fields?: EditableField[];
  children: ReactNode;
};

/** Asks the page that it stands on to take a change back (`undoChange`). */
export function UndoForm({ formKey, changeId, fields = [], children }: UndoFormProps) {
  return (
    <OwnForm method="post" preventScrollReset>
      <input type="hidden" name="formKey" value={formKey} />
      <input type="hidden" name="change" value={changeId} />
      {fields.map((field) => (
        <input key={field} type="hidden" name="field" value={field} />
      ))}
      {children}
    </OwnForm>
  );
}
