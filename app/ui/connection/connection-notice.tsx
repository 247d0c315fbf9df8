import { useEffect } from "react";
import { useT } from "~/i18n/hooks";
import { Button } from "~/ui/button";
import { Floating, Message } from "../notice";
import { retryStalled, suspendFailedRequests, useStalledRequests } from "./stalled-requests";

export function ConnectionNotice() {
  const t = useT();
  const stalled = useStalledRequests();
  useEffect(suspendFailedRequests, []);
  return (
    <Floating>
      {stalled && (
        <Message
          kind="warning"
          title={<h2>{t(`common:connection.${stalled.trouble}.title`)}</h2>}
          withCloseButton={false}
        >
          <p>
            {t(`common:connection.${stalled.trouble}.message`)} {stalled.hasForm && t("common:connection.kept")}
          </p>
          <Button isSmall onClick={retryStalled}>
            {t(stalled.hasForm ? "common:connection.sendAgain" : "common:tryAgain")}
          </Button>
        </Message>
      )}
    </Floating>
  );
}
