import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../button";
import floating from "../floating.module.css";
import { Notice } from "../notice";
import { holdFailedRequests, retryHeld } from "./held-requests";
import { useHeldRequests } from "./use-held";

/** Says that there is no connection, over the page, which stays as it is, and sends again what waits. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const held = useHeldRequests();
  useEffect(holdFailedRequests, []);
  return (
    <div role="alert" className={floating.place}>
      {held && (
        <Notice kind="warning" title={t(`connection.${held.trouble}.title`)} className={floating.notice}>
          <p>
            {t(`connection.${held.trouble}.message`)} {held.sends && t("connection.kept")}
          </p>
          <div>
            <Button type="button" size="small" onClick={retryHeld}>
              {t(held.sends ? "connection.sendAgain" : "tryAgain")}
            </Button>
          </div>
        </Notice>
      )}
    </div>
  );
}
