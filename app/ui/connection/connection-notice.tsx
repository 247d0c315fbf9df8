import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { Floating, Message } from "../notice";
import { retryStalled, suspendFailedRequests, useStalledRequests } from "./stalled-requests";

/** Says over the page that there is no connection, and offers to repeat the request. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const stalled = useStalledRequests();
  useEffect(suspendFailedRequests, []);
  return (
    <Floating>
      {stalled && (
        <Message kind="warning" title={<h2>{t(`connection.${stalled.trouble}.title`)}</h2>} withCloseButton={false}>
          <p>
            {t(`connection.${stalled.trouble}.message`)} {stalled.hasForm && t("connection.kept")}
          </p>
          <Button isSmall onClick={retryStalled}>
            {t(stalled.hasForm ? "connection.sendAgain" : "tryAgain")}
          </Button>
        </Message>
      )}
    </Floating>
  );
}
