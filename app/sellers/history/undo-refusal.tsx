import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { sellerPath, statusPath } from "~/domain/list-link";
import { possibleFields } from "~/domain/undo";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { Notice } from "~/ui";
import { UndoFields } from "./undo-fields";
import { UndoForm } from "./undo-form";
import type { UndoFieldView } from "./undo-outlook.server";

/** Why a change wasn't taken back, as a page tells it. */
export type UndoRefusal = {
  text: string;
  changeId: string;
  sellerId?: string;
  fields: UndoFieldView[];
  /** The record was made here and can only be disabled. */
  canDisable: boolean;
};

/**
 * Says why a change wasn't taken back, what is with each of its fields, and what can be done instead. It takes the focus:
 * the server's page by `autofocus`, a page that stays by script.
 */
export function UndoRefused({ refusal, formKey }: { refusal: UndoRefusal; formKey: string }) {
  const t = useT();
  const href = useHref();
  const notice = useRef<HTMLDivElement>(null);
  const { text, changeId, sellerId, fields, canDisable } = refusal;
  const possible = possibleFields(fields);
  useEffect(() => {
    if (refusal) notice.current?.focus();
  }, [refusal]);
  return (
    // biome-ignore lint/a11y/noAutofocus: reading goes on at what came of the button that was pressed.
    <div ref={notice} role="alert" tabIndex={-1} autoFocus>
      <Notice kind="error" title={t("history:refused.title")}>
        <p>{text}</p>
        {fields.length > 0 && <UndoFields fields={fields} />}
        {possible.length > 0 && (
          <UndoForm formKey={formKey} changeId={changeId} fields={possible}>
            <Button type="submit" size="xs" my="xs">
              {t("history:refused.others")}
            </Button>
          </UndoForm>
        )}
        {sellerId !== undefined && (
          <p>
            <Link to={href(sellerPath(sellerId))}>{t("history:refused.openSeller")}</Link>
            {canDisable && (
              <>
                {" "}
                <Link to={href(statusPath(sellerId, "inactive"))}>{t("history:disable")}</Link>
              </>
            )}
          </p>
        )}
      </Notice>
    </div>
  );
}
