import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Floating } from "../floating";
import { Message } from "../message";
import { holdLinksWithoutNetwork } from "./links-without-network";
import { retryStalled, suspendFailedRequests } from "./stalled-requests";
import { useStalledRequests } from "./use-stalled";

/** Says that there is no connection, over the page, which stays as it is, and sends again what waits. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const stalled = useStalledRequests();
  useEffect(suspendFailedRequests, []);
  useEffect(holdLinksWithoutNetwork, []);
  return (
    <Floating>
      {stalled && (
        <Message kind="warning" title={<h2>{t(`connection.${stalled.trouble}.title`)}</h2>} withCloseButton={false}>
          <p>
            {t(`connection.${stalled.trouble}.message`)} {stalled.sends && t("connection.kept")}
          </p>
          <Button size="xs" mt="xs" onClick={retryStalled}>
            {t(stalled.sends ? "connection.sendAgain" : "tryAgain")}
          </Button>
        </Message>
      )}
    </Floating>
  );
}
