import { Button } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import type { EditableField } from "~/sellers/change";
import { sellerPath } from "~/sellers/list-link";
import { Notice } from "~/ui";
import { Value } from "./field-changes";
import type { FieldValue } from "./history-view";

/** Why a change wasn't taken back, as a page tells it. */
export type UndoRefusal = {
  text: string;
  changeId: string;
  sellerId?: string;
  /** Where the record differs from what the change left. */
  fields: { field: EditableField; left?: FieldValue; now?: FieldValue }[];
  /** The change can be taken back alone, the newer values of other fields preserved. */
  separable: boolean;
  /** The record was made here and can only be disabled. */
  canDisable: boolean;
};

/** Says why nothing was taken back, which fields differ, and what can be done instead. */
export function UndoRefused({ refusal, formKey }: { refusal: UndoRefusal; formKey: string }) {
  const t = useT();
  const href = useHref();
  const { text, changeId, sellerId, fields, separable, canDisable } = refusal;
  return (
    <Notice kind="error" title={t("history:refused.title")} role="alert" mb="lg">
      <p>{text}</p>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ field, left, now }) => (
            <li key={field}>
              <strong>{t(`sellers:fields.${field}`)}</strong>: {t("history:refused.afterChange")} <Value value={left} />
              , {t("history:refused.now")} <Value value={now} />
            </li>
          ))}
        </ul>
      )}
      {separable && (
        <Form method="post" preventScrollReset>
          <p>{t("history:refused.separable")}</p>
          <input type="hidden" name="formKey" value={formKey} />
          <input type="hidden" name="change" value={changeId} />
          <input type="hidden" name="only" value="own" />
          <Button type="submit" size="xs">
            {t("history:refused.onlyThis")}
          </Button>
        </Form>
      )}
      {sellerId !== undefined && (
        <p>
          <Link to={href(sellerPath(sellerId))}>{t("history:refused.openSeller")}</Link>
          {canDisable && (
            <>
              {" "}
              <Link to={href(sellerPath(sellerId, "status"))}>{t("history:disable")}</Link>
            </>
          )}
        </p>
      )}
    </Notice>
  );
}
